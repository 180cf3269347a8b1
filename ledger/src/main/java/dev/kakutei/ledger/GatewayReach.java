package dev.kakutei.ledger;

import dev.kakutei.schemas.Category;
import java.time.Duration;
import java.time.Instant;

/**
 * Whether a gateway can be connected to, by the calls that were reported.
 *
 * @param failures how many calls in a row found no connection
 * @param first when the first of them ended; null for none
 * @param last when the last of them ended; null for none
 */
record GatewayReach(int failures, Instant first, Instant last) {
    /** With fewer, or in a shorter time, a gateway that was restarted would be called unreachable. */
    static final int ENOUGH = 3;

    /** The first three attempts of one request that is sent again by the default schedule take more than twice as long. */
    static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

    static final GatewayReach REACHED = new GatewayReach(0, null, null);

    /** @param at when the call ended; calls that end at the same time are reported in any order */
    GatewayReach after(Category category, Instant at) {
        return switch (category) {
            case NOT_CONNECTED ->
                failures == 0
                        ? new GatewayReach(1, at, at)
                        : new GatewayReach(
                                Math.min(failures + 1, ENOUGH),
                                at.isBefore(first) ? at : first,
                                at.isAfter(last) ? at : last);
            // No call was made, which says nothing of the gateway.
            case NOT_ATTEMPTED -> this;
            case OK, CLIENT_ERROR, SERVER_ERROR, NO_ANSWER, UNKNOWN -> REACHED;
        };
    }

    boolean unreachable() {
        return failures >= ENOUGH && Duration.between(first, last).compareTo(LONG_ENOUGH) >= 0;
    }
}
