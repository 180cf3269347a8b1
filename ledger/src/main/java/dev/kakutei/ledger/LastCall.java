package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;

/**
 * When the last attempt was begun, and when it is over at the latest, by the terms under which it was begun: the gateway file may
 * have others since.
 *
 * @param sentAt when its command was issued
 * @param silentAt when its outcome is unknown if nothing was heard
 */
public record LastCall(Instant sentAt, Instant silentAt) {
    public LastCall {
        requireNonNull(sentAt, "sentAt");
        requireNonNull(silentAt, "silentAt");
    }

    /** No call of it can last longer. */
    Instant endsBy() {
        return silentAt.minus(GatewayPolicy.MARGIN);
    }

    /** From the command to the end of the longest call. */
    Duration longest() {
        return Duration.between(sentAt, endsBy());
    }
}
