package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An action that the ledger did not carry out. It is no fact: nothing happened to the request. The person who requested
 * it is notified, and no one else needs to be. A repetition of an action that was carried out is refused, too: it finds
 * its own first coming, whose fact bears the same {@code actionId} and is at or before {@code lastEventId}.
 *
 * @param lastEventId the number of the request's last event when it was refused; 0 where the request is not known
 * @param reason why, in the words of the guard
 */
public record ActionRefusal(
        String actionId,
        RequestId requestId,
        OperatorAction.Type action,
        String operator,
        int lastEventId,
        String reason,
        Instant at) {
    public ActionRefusal {
        requireNonNull(actionId, "action_id");
        requireNonNull(requestId, "request_id");
        requireNonNull(action, "action");
        requireNonNull(operator, "operator");
        requireNonNull(reason, "reason");
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
        if (lastEventId < 0) {
            throw new IllegalArgumentException("no event has the number " + lastEventId);
        }
    }

    /** Made where an action is refused, so that both sides of the wire name it the same. */
    public static ActionRefusal of(OperatorAction action, int lastEventId, String reason, Instant at) {
        return new ActionRefusal(
                action.actionId(), action.requestId(), action.type(), action.operator(), lastEventId, reason, at);
    }
}
