package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;

/**
 * How long to wait before each further attempt: {@code first}, doubled each time up to {@code cap}, and then spread by
 * jitter, which may add a quarter. The spread follows from the request's id, so that the same history always makes the
 * same decision.
 */
public record RetrySchedule(int attempts, Duration first, Duration cap, Gateway.Jitter jitter) {
    public RetrySchedule {
        requireNonNull(first, "first");
        requireNonNull(cap, "cap");
        requireNonNull(jitter, "jitter");
        if (attempts < 1) {
            throw new IllegalArgumentException("at least one attempt, not " + attempts);
        }
        if (first.isNegative() || first.isZero() || cap.compareTo(first) < 0) {
            throw new IllegalArgumentException("waiting times must be positive, and the cap no less than the first");
        }
    }

    static RetrySchedule of(Gateway.Retry retry) {
        Duration cap = retry.cap().compareTo(retry.first()) < 0 ? retry.first() : retry.cap();
        return new RetrySchedule(retry.attempts(), retry.first(), cap, retry.jitter());
    }

    boolean usedUp(int attemptsMade) {
        return attemptsMade >= attempts;
    }

    /** The waiting time after the attempt with this number, counted from 1. */
    Duration after(int attempt, RequestId id) {
        int doublings = Math.min(attempt - 1, 40);
        long full = Math.min(cap.toMillis(), saturatedShift(first.toMillis(), doublings));
        double share = fraction(id, attempt);
        return Duration.ofMillis(
                switch (jitter) {
                    case NONE -> full;
                    case EQUAL -> full / 2 + (long) (share * (full - full / 2));
                    case FULL -> (long) (share * full);
                    case ADDITIVE -> full + (long) (share * (full / 4));
                });
    }

    private static long saturatedShift(long value, int by) {
        return value > Long.MAX_VALUE >> by ? Long.MAX_VALUE : value << by;
    }

    /** Evenly spread over [0, 1), by a mixer whose every output bit depends on every input bit. */
    private static double fraction(RequestId id, int attempt) {
        long mixed = id.value().getMostSignificantBits()
                ^ Long.rotateLeft(id.value().getLeastSignificantBits(), 32)
                ^ attempt * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return ((mixed ^ (mixed >>> 33)) >>> 11) * 0x1.0p-53;
    }
}
