package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The health of one instance of a service, published every few seconds. Silence is a sign, too.
 *
 * @param ready whether it makes progress, as far as it knows itself
 * @param problems one sentence for each part that does not; {@link #STOPPED} alone as the last word of one that stopped
 * @param gateways how its gateways are; empty where it has none
 */
public record ServiceHealth(
        String service,
        String instance,
        boolean ready,
        List<String> problems,
        List<GatewayHealth> gateways,
        Instant at) {
    public static final String STOPPED = "stopped";

    public ServiceHealth {
        requireNonNull(service, "service");
        requireNonNull(instance, "instance");
        problems = List.copyOf(problems);
        gateways = List.copyOf(gateways);
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
    }

    /** What the record is keyed by: the latest word of each instance is kept. */
    public String key() {
        return service + "/" + instance;
    }

    /**
     * A gateway as one sender sees it.
     *
     * @param breaker whether calls pass
     * @param inFlight calls under way
     * @param limit how many may be
     * @param waiting commands that were read and wait for their turn
     * @param calls made in the last minute
     * @param errors of them that the gateway or the way to it failed at
     * @param unknown of them whose effect is not known
     * @param lastCallAt when the last one ended; null where none did
     * @param partitions of the gateway's lane that this sender reads; empty from one of an older version
     */
    public record GatewayHealth(
            String gateway,
            Breaker breaker,
            int inFlight,
            int limit,
            int waiting,
            int calls,
            int errors,
            int unknown,
            Instant lastCallAt,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> partitions) {
        public GatewayHealth {
            requireNonNull(gateway, "gateway");
            requireNonNull(breaker, "breaker");
            lastCallAt = lastCallAt == null ? null : lastCallAt.truncatedTo(ChronoUnit.MILLIS);
            partitions = partitions == null ? List.of() : List.copyOf(partitions);
        }
    }

    /** Whether calls pass, from best to worst. */
    public enum Breaker {
        CLOSED,
        HALF_OPEN,
        OPEN
    }
}
