package dev.kakutei.ingest.overview;

import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.ServiceHealth.GatewayHealth;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** The latest word of every instance of every service. Who stopped in good order is not on it, nor who is long gone. */
public final class HealthBoard {
    /** Several beats: who has said nothing for so long is not counted on. */
    static final Duration SILENCE = Duration.ofSeconds(12);

    private static final Duration FORGOTTEN = Duration.ofDays(1);
    private static final int MOST = 2_000;

    private final InstantSource clock;
    private final Map<String, ServiceHealth> latest = new ConcurrentHashMap<>();

    public HealthBoard(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * A gateway as all of its senders see it together.
     *
     * @param breaker the worst of them; empty where no sender has been heard of lately
     * @param seenAt when a sender last told of it; empty where none ever did
     */
    public record Seen(
            Optional<ServiceHealth.Breaker> breaker,
            int inFlight,
            int limit,
            int waiting,
            int calls,
            int errors,
            int unknown,
            Optional<Instant> lastCallAt,
            Optional<Instant> seenAt) {}

    /** A word that comes late, after a newer one, says nothing. */
    public void told(ServiceHealth health) {
        if (latest.size() >= MOST && !latest.containsKey(health.key())) {
            forget();
            if (latest.size() >= MOST) {
                return;
            }
        }
        latest.merge(health.key(), health, (before, now) -> now.at().isBefore(before.at()) ? before : now);
    }

    public List<ServiceHealth> services() {
        forget();
        return latest.values().stream()
                .sorted(Comparator.comparing(ServiceHealth::key))
                .toList();
    }

    /** Whether it has been heard of lately enough to be believed. */
    public boolean heardLately(ServiceHealth health) {
        return Duration.between(health.at(), clock.instant()).compareTo(SILENCE) <= 0;
    }

    public Seen gateway(String name) {
        forget();
        List<GatewayHealth> all = told(name, health -> true);
        List<GatewayHealth> now = told(name, this::heardLately);
        return new Seen(
                now.stream().map(GatewayHealth::breaker).max(Comparator.naturalOrder()),
                sum(now, GatewayHealth::inFlight),
                sum(now, GatewayHealth::limit),
                sum(now, GatewayHealth::waiting),
                sum(now, GatewayHealth::calls),
                sum(now, GatewayHealth::errors),
                sum(now, GatewayHealth::unknown),
                all.stream()
                        .map(GatewayHealth::lastCallAt)
                        .filter(at -> at != null)
                        .max(Comparator.naturalOrder()),
                latest.values().stream()
                        .filter(health -> health.gateways().stream()
                                .anyMatch(one -> one.gateway().equals(name)))
                        .map(ServiceHealth::at)
                        .max(Comparator.naturalOrder()));
    }

    /** The sender that was the last to say that it reads this partition of the gateway's lane. */
    public Optional<String> laneReader(String gateway, int partition) {
        return latest.values().stream()
                .filter(this::heardLately)
                .filter(health -> health.gateways().stream()
                        .anyMatch(one -> one.gateway().equals(gateway)
                                && one.partitions().contains(partition)))
                .max(Comparator.comparing(ServiceHealth::at))
                .map(ServiceHealth::instance);
    }

    private List<GatewayHealth> told(String name, Predicate<ServiceHealth> by) {
        return latest.values().stream()
                .filter(by)
                .flatMap(health -> health.gateways().stream())
                .filter(one -> one.gateway().equals(name))
                .toList();
    }

    private static int sum(List<GatewayHealth> all, ToIntFunction<GatewayHealth> value) {
        return all.stream().mapToInt(value).sum();
    }

    private void forget() {
        Instant before = clock.instant().minus(FORGOTTEN);
        latest.values()
                .removeIf(health -> health.trouble().equals(List.of(ServiceHealth.STOPPED))
                        || health.at().isBefore(before));
    }
}
