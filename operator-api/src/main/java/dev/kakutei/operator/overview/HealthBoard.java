package dev.kakutei.operator.overview;

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

/**
 * The latest health message of every instance of every service, without those that were stopped in order or are long
 * gone.
 */
public final class HealthBoard {
    /** Several publishing intervals: an instance that was silent for so long does not count. */
    static final Duration SILENCE = Duration.ofSeconds(12);

    private static final Duration EXPIRY = Duration.ofDays(1);
    private static final int MAX_INSTANCES = 2_000;

    private final InstantSource clock;
    private final Map<String, ServiceHealth> latest = new ConcurrentHashMap<>();

    public HealthBoard(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * A gateway as all of its senders see it together.
     *
     * @param breaker the worst of them; empty where no sender has reported lately
     * @param seenAt when a sender last reported on it; empty where none ever did
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

    /** Applies a health message; one that arrives after a newer one is ignored. */
    public void update(ServiceHealth health) {
        if (latest.size() >= MAX_INSTANCES && !latest.containsKey(health.key())) {
            removeExpired();
            if (latest.size() >= MAX_INSTANCES) {
                return;
            }
        }
        latest.merge(health.key(), health, (before, now) -> now.at().isBefore(before.at()) ? before : now);
    }

    public List<ServiceHealth> services() {
        removeExpired();
        return latest.values().stream()
                .sorted(Comparator.comparing(ServiceHealth::key))
                .toList();
    }

    /** Whether its last message is recent enough to count. */
    public boolean isRecent(ServiceHealth health) {
        return Duration.between(health.at(), clock.instant()).compareTo(SILENCE) <= 0;
    }

    public Seen gateway(String name) {
        removeExpired();
        List<GatewayHealth> all = reports(name, health -> true);
        List<GatewayHealth> now = reports(name, this::isRecent);
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
                .filter(this::isRecent)
                .filter(health -> health.gateways().stream()
                        .anyMatch(one -> one.gateway().equals(gateway)
                                && one.partitions().contains(partition)))
                .max(Comparator.comparing(ServiceHealth::at))
                .map(ServiceHealth::instance);
    }

    private List<GatewayHealth> reports(String name, Predicate<ServiceHealth> by) {
        return latest.values().stream()
                .filter(by)
                .flatMap(health -> health.gateways().stream())
                .filter(one -> one.gateway().equals(name))
                .toList();
    }

    private static int sum(List<GatewayHealth> all, ToIntFunction<GatewayHealth> value) {
        return all.stream().mapToInt(value).sum();
    }

    private void removeExpired() {
        Instant before = clock.instant().minus(EXPIRY);
        latest.values()
                .removeIf(health -> health.problems().equals(List.of(ServiceHealth.STOPPED))
                        || health.at().isBefore(before));
    }
}
