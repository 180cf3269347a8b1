package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ApprovalFact;
import java.time.Instant;

/**
 * What holds a request, or held it, until a second person let it go.
 *
 * @param policy the rule that asked for it
 * @param since when the version that stands began to wait
 * @param limitAt when its wait for a person becomes too long; null where there is no limit, or somebody was told
 * @param waitMillis how long either of them may take, the approver and then the submitter; 0 for any time
 * @param approvedBy who let it go; null while nobody has
 */
public record Approval(
        String policy, Instant since, Instant limitAt, long waitMillis, ApprovalFact.Lapse lapse, String approvedBy) {
    public Approval {
        requireNonNull(policy, "policy");
        requireNonNull(since, "since");
        requireNonNull(lapse, "lapse");
    }

    static Approval requested(ApprovalFact.Requested fact, Instant at) {
        long wait = fact.limitAt() == null ? 0 : fact.limitAt().toEpochMilli() - at.toEpochMilli();
        return new Approval(fact.policy(), at, fact.limitAt(), wait, fact.lapse(), null);
    }

    Approval approved(String by) {
        return new Approval(policy, since, null, waitMillis, lapse, by);
    }

    /** Another turn, with a limit of its own; null for none. */
    Approval until(Instant limit) {
        return new Approval(policy, since, limit, waitMillis, lapse, null);
    }

    /** When the next one to act will have taken too long; null for no limit. */
    Instant limitFrom(Instant now) {
        return waitMillis == 0 ? null : now.plusMillis(waitMillis);
    }

    /** It had a limit, which passed; somebody was told, and it goes on waiting. */
    boolean overdue() {
        return waitMillis > 0 && limitAt == null && approvedBy == null;
    }

    /** Its time to be approved or resubmitted is over. */
    boolean lapsed(Instant now) {
        return lapse == ApprovalFact.Lapse.EXPIRE && limitAt != null && !now.isBefore(limitAt);
    }
}
