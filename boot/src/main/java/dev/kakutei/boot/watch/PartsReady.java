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
 * What stands in the way of each part (SPEC F8), for whoever asks whether we are ready and for the metrics. Checks may
 * take a while when something is away, so for the metrics an answer holds for a moment.
 */
public final class PartsReady {
    public static final String NAME = "part_ready";
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final List<HealthCheck> checks;
    private Map<String, Optional<String>> last = Map.of();
    private long askedAt;

    public PartsReady(List<HealthCheck> checks, MeterRegistry registry) {
        this.checks = List.copyOf(checks);
        for (HealthCheck check : this.checks) {
            Gauge.builder(NAME, () -> recent().get(check.name()).isEmpty() ? 1 : 0)
                    .description("1 while this part makes progress, 0 while something stands in its way; see /readyz")
                    .tag("part", check.name())
                    .register(registry);
        }
    }

    /** In the order of the checks; empty for a part that is well. */
    public synchronized Map<String, Optional<String>> troubles() {
        Map<String, Optional<String>> now = new LinkedHashMap<>();
        checks.forEach(check -> now.put(check.name(), trouble(check)));
        last = now;
        askedAt = System.nanoTime();
        return now;
    }

    /** One scrape asks for every part; they are all looked at once. */
    private synchronized Map<String, Optional<String>> recent() {
        return last.isEmpty() || System.nanoTime() - askedAt > FRESH.toNanos() ? troubles() : last;
    }

    /** A check that fails to answer is trouble too, and must not silence the others. */
    private static Optional<String> trouble(HealthCheck check) {
        try {
            return check.trouble().get();
        } catch (RuntimeException e) {
            return Optional.of("the check failed: " + e);
        }
    }
}
