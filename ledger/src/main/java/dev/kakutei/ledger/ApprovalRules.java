package dev.kakutei.ledger;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.gateway.ApprovalRule;
import java.time.Instant;
import java.util.Optional;

/** The rules of holding for approval (SPEC C9): two persons, and each decision about one version. */
final class ApprovalRules {
    /** Whoever gives it back and forth more often should talk to each other. */
    static final int MAX_VERSIONS = 100;

    private ApprovalRules() {}

    static Draft hold(Draft draft, ApprovalRule rule) {
        return draft.record(ApprovalPolicy.request(rule, draft.entry(), draft.now()))
                .effect(new Effect.PublishStatus());
    }

    static Draft approve(Draft draft, OperatorAction action, GatewayPolicy policy) {
        int version = draft.entry().version().number();
        draft.record(new ApprovalFact.Approved(action.actionId(), version, action.reason()));
        return new AttemptRules(policy, draft).begin().effect(new Effect.PublishStatus());
    }

    static Draft giveBack(Draft draft, OperatorAction action) {
        Entry entry = draft.entry();
        Instant limitAt = entry.approval().limitFrom(draft.now());
        return draft.record(new ApprovalFact.Returned(
                        action.actionId(), entry.version().number(), action.reason(), limitAt))
                .effect(new Effect.PublishStatus());
    }

    /** What was returned once is approved or it is not sent, also where no rule would hold the new version by itself. */
    static Draft resubmit(Draft draft, OperatorAction action, ApprovalPolicy approvals) {
        Approval before = draft.entry().approval();
        int version = draft.entry().version().number() + 1;
        Resubmission changed = action.resubmission();
        draft.record(new ApprovalFact.Resubmitted(
                action.actionId(),
                version,
                changed.digest(),
                changed.gateway(),
                changed.amount(),
                changed.currency(),
                changed.expiresAt(),
                changed.request(),
                action.reason()));
        ApprovalRule rule = approvals.holding(draft.entry());
        return rule != null
                ? hold(draft, rule)
                : draft.record(new ApprovalFact.Requested(
                                before.policy(), version, before.limitFrom(draft.now()), before.lapse()))
                        .effect(new Effect.PublishStatus());
    }

    /** It has waited for a person up to its own expiry, or to the rule's limit. */
    static Draft overdue(Draft draft) {
        Entry entry = draft.entry();
        if (entry.perhapsElsewhere()) {
            return OtherGateways.toPerson(draft, "its time is over", SettlementRules.nothingHeard("expired_in_doubt"));
        }
        if (entry.inDoubt()) {
            return SettlementRules.toPerson(
                    draft,
                    "its time is over, and it may have been approved and sent before Kafka lost records",
                    SettlementRules.nothingHeard("expired_in_doubt"));
        }
        boolean expired = entry.expiresAt() != null && !draft.now().isBefore(entry.expiresAt());
        if (expired) {
            return SettlementRules.expired(draft);
        }
        String who = entry.status() == Status.RETURNED ? "its submitter" : "approval";
        String waited = "waited for " + who + " until " + entry.approval().limitAt() + ", and the rule \""
                + entry.approval().policy() + "\" allows no more";
        if (entry.approval().lapsed(draft.now())) {
            return SettlementRules.lapsed(draft, waited);
        }
        return draft.record(new ApprovalFact.Overdue(entry.version().number()))
                .raise(Alert.Severity.MEDIUM, "approval_overdue", "It " + waited + ". It goes on waiting.");
    }

    /**
     * Whether an alert was raised because it waits too long, and it still does. Being held meanwhile changes nothing.
     */
    static boolean isOverdue(Entry entry) {
        return !entry.status().terminal()
                && entry.approval() != null
                && entry.approval().overdue();
    }

    /** Two pairs of eyes: whoever handed in any of it does not let it go. */
    static Optional<String> ownRequest(Entry entry, OperatorAction action) {
        String person = action.operator();
        return person.equals(entry.client()) || person.equals(entry.version().submittedBy())
                ? Optional.of(person + " submitted it, and another person must decide on it")
                : Optional.empty();
    }

    static Optional<String> notTheirs(Entry entry, OperatorAction action) {
        return action.operator().equals(entry.client())
                ? Optional.empty()
                : Optional.of("only its submitter, " + entry.client() + ", can resubmit it");
    }

    static Optional<String> lapsed(Entry entry, Instant now) {
        return entry.approval() != null && entry.approval().lapsed(now)
                ? Optional.of("its time was over at " + entry.approval().limitAt())
                : Optional.empty();
    }

    /** Another gateway knows neither the key nor what the first one did. */
    static Optional<String> elsewhereInDoubt(Entry entry, OperatorAction action) {
        return entry.inDoubt() && !action.resubmission().gateway().equals(entry.gateway())
                ? Optional.of("it may have been sent to the gateway \"" + entry.gateway()
                        + "\" before Kafka lost records: it goes there, or find out what happened and settle it")
                : Optional.empty();
    }

    static Optional<String> tooManyVersions(Entry entry) {
        return entry.version().number() >= MAX_VERSIONS
                ? Optional.of("it has " + MAX_VERSIONS + " versions, and gets no more")
                : Optional.empty();
    }

    static Optional<String> expiredAlready(OperatorAction action, Instant now) {
        Instant expiresAt = action.resubmission().expiresAt();
        return expiresAt != null && !now.isBefore(expiresAt)
                ? Optional.of("the changed request expired at " + expiresAt)
                : Optional.empty();
    }

    static Optional<String> tooManyComments(Entry entry) {
        return entry.comments().count() >= Comments.MAX
                ? Optional.of("it has " + Comments.MAX + " comments, and gets no more")
                : Optional.empty();
    }
}
