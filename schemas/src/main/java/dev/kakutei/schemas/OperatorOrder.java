package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What a person wants done with one request (SPEC C10), on the topic of operators' orders.
 *
 * @param orderId names this order; it comes back in the fact that it leads to
 * @param basedOn the number of the last event that the person had seen. A request that has moved on since is not acted
 *     on: what was right then may be wrong now, and an order that comes twice finds its own first coming.
 * @param operator who it is, as the timeline will show
 * @param reason why; the timeline keeps it
 */
public record OperatorOrder(
        String orderId,
        RequestId requestId,
        int basedOn,
        Action action,
        String operator,
        Role role,
        String reason,
        Instant at) {
    public static final int MAX_REASON = 1000;

    public OperatorOrder {
        requireNonNull(orderId, "order_id");
        requireNonNull(requestId, "request_id");
        requireNonNull(action, "action");
        requireNonNull(role, "role");
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
        if (operator == null || operator.isBlank()) {
            throw new IllegalArgumentException("an order needs somebody who gives it");
        }
        if (reason == null || reason.isBlank() || reason.length() > MAX_REASON) {
            throw new IllegalArgumentException("an order needs a reason, of at most " + MAX_REASON + " characters");
        }
        if (basedOn < 1) {
            throw new IllegalArgumentException("events are counted from 1, not " + basedOn);
        }
    }

    /** What can be ordered. */
    public enum Action {
        /** The person knows that it took effect. */
        SETTLE_SUCCEEDED,
        /** The person knows that it did not, and never will. */
        SETTLE_FAILED,
        /** Another attempt, now. Where the gateway does not forgive repetition, the person vouches for its absence. */
        SEND_AGAIN,
        /** Ask the gateway now. */
        VERIFY_NOW,
        /** Make no further attempt until it is released. */
        HOLD,
        RELEASE,
        /** Withdraw what cannot have taken effect. */
        CANCEL
    }

    /** What a person may do. */
    public enum Role {
        VIEWER,
        SUBMITTER,
        APPROVER,
        OPERATOR
    }
}
