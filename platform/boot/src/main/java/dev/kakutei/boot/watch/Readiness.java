package dev.kakutei.boot.watch;

import dev.kakutei.boot.HealthCheck;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The problem of each part (SPEC F8), for {@code /readyz} and for the metrics. Checks may take a while when a
 * dependency is unreachable, so the metrics use a result for up to a second.
 */
public final class Readiness {
    public static final String NAME = "part_ready";
    private static final Duration MAX_AGE = Duration.ofSeconds(1);

    private final List<HealthCheck> checks;
    private Map<String, Optional<String>> last = Map.of();
    private long checkedAt;

    public Readiness(List<HealthCheck> checks, MeterRegistry registry) {
        this.checks = List.copyOf(checks);
        for (HealthCheck check : this.checks) {
            Gauge.builder(NAME, () -> recent().get(check.name()).isEmpty() ? 1 : 0)
                    .description("1 while this part makes progress, 0 while it has a problem; see /readyz")
                    .tag("part", check.name())
                    .register(registry);
        }
    }

    /** In the order of the checks; empty for a part that is healthy. */
    public synchronized Map<String, Optional<String>> problems() {
        Map<String, Optional<String>> now = new LinkedHashMap<>();
        checks.forEach(check -> now.put(check.name(), problem(check)));
        last = now;
        checkedAt = System.nanoTime();
        return now;
    }

    /** One scrape asks for every part; all of them are checked once. */
    private synchronized Map<String, Optional<String>> recent() {
        return last.isEmpty() || System.nanoTime() - checkedAt > MAX_AGE.toNanos() ? problems() : last;
    }

    /** A check that throws is a problem too, and must not hide the others. */
    private static Optional<String> problem(HealthCheck check) {
        try {
            return check.problem().get();
        } catch (RuntimeException e) {
            return Optional.of("the check failed: " + e);
        }
    }
}
