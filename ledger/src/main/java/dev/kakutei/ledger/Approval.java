package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.ApprovalStatus;
import java.time.Instant;

/**
 * What holds a request, or held it, until a second person let it go.
 *
 * @param policy the rule that asked for it
 * @param status how far it has come; it stays when the request goes on, or ends
 * @param since when the current version began to wait
 * @param limitAt when its wait for a person becomes too long; null where there is no limit, or an alert was raised
 * @param waitMillis how long either of them may take, the approver and then the submitter; 0 for any time
 * @param approvedAt when it was let go; null while it is not, and where that was before it was recorded
 * @param approvedBy who let it go; null while no one has
 */
public record Approval(
        String policy,
        ApprovalStatus status,
        Instant since,
        Instant limitAt,
        long waitMillis,
        ApprovalFact.Lapse lapse,
        Instant approvedAt,
        String approvedBy) {
    public Approval {
        requireNonNull(policy, "policy");
        requireNonNull(since, "since");
        requireNonNull(lapse, "lapse");
    }

    /** Approvals that were stored without a status, or by a version that left it as it was: it follows from the rest. */
    Approval known(Status request) {
        boolean isLeftBehind = status == ApprovalStatus.PENDING && approvedBy != null;
        if (status != null && !isLeftBehind) {
            return this;
        }
        ApprovalStatus pending = request == Status.RETURNED ? ApprovalStatus.RETURNED : ApprovalStatus.PENDING;
        return with(approvedBy == null ? pending : ApprovalStatus.APPROVED, limitAt);
    }

    static Approval requested(ApprovalFact.Requested fact, Instant at) {
        long wait = fact.limitAt() == null ? 0 : fact.limitAt().toEpochMilli() - at.toEpochMilli();
        return new Approval(fact.policy(), ApprovalStatus.PENDING, at, fact.limitAt(), wait, fact.lapse(), null, null);
    }

    Approval approved(String by, Instant at) {
        return new Approval(policy, ApprovalStatus.APPROVED, since, null, waitMillis, lapse, at, by);
    }

    /** @param limit for its submitter; null for none */
    Approval returned(Instant limit) {
        return with(ApprovalStatus.RETURNED, limit);
    }

    /** The limit has passed, and an alert was raised: there is none any more. */
    Approval overdueNow() {
        return with(status, null);
    }

    private Approval with(ApprovalStatus other, Instant limit) {
        return new Approval(policy, other, since, limit, waitMillis, lapse, approvedAt, approvedBy);
    }

    /** When the next one to act will have taken too long; null for no limit. */
    Instant limitFrom(Instant now) {
        return waitMillis == 0 ? null : now.plusMillis(waitMillis);
    }

    /** It had a limit, which passed; an alert was raised, and it goes on waiting. */
    boolean overdue() {
        return waitMillis > 0 && limitAt == null && approvedBy == null;
    }

    /** Its time to be approved or resubmitted is over. */
    boolean lapsed(Instant now) {
        return lapse == ApprovalFact.Lapse.EXPIRE && limitAt != null && !now.isBefore(limitAt);
    }
}
