package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.LedgerEvent;
import java.time.Instant;

/**
 * Where a request is, and what moves it next.
 *
 * @param seq the number of the last event
 * @param currentEventId the number of the last event that changed the status
 * @param updatedAt when the last event was recorded
 * @param dueAt when time alone will move it; null where only an observation or a person can
 * @param reason why it was settled, or waits for a person; null for neither, and for most successes
 */
public record Progress(Status status, int seq, int currentEventId, Instant updatedAt, Instant dueAt, String reason) {
    public Progress {
        requireNonNull(status, "status");
        if (status.terminal() && dueAt != null) {
            throw new IllegalArgumentException("a " + status + " request waits for nothing, yet is due at " + dueAt);
        }
        if (!status.terminal() && !status.waitsForPerson() && status != Status.ACCEPTED && dueAt == null) {
            throw new IllegalArgumentException("a " + status + " request would wait for ever");
        }
    }

    static Progress accepted(LedgerEvent first) {
        return new Progress(Status.ACCEPTED, first.seq(), first.seq(), first.at(), null, null);
    }

    Progress after(LedgerEvent event, Status next, Instant nextDueAt, String why) {
        int moved = next == status ? currentEventId : event.seq();
        return new Progress(next, event.seq(), moved, event.at(), nextDueAt, why);
    }
}
