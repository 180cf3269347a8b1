package dev.kakutei.ledger;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.RecoveryFact;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.gateway.ApprovalRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What becomes of an open request after Kafka has lost records (SPEC H3). What was decided after its last known event is
 * gone, an attempt perhaps among it: so it is in doubt, and never new.
 */
final class RecoveryRules {
    /** The code of an outcome that is unknown because records were lost. */
    static final String RECORDS_LOST = "records_lost";

    private static final String ACTOR = "recovery";

    private RecoveryRules() {}

    static Draft begin(Entry entry, Observation.RecordsLost lost) {
        Draft draft = new Draft(entry, lost.at(), ACTOR);
        int attempt = Math.max(1, Math.max(entry.attempts(), lost.lastAttemptSeen()));
        List<String> elsewhere = lost.gateways().stream()
                .filter(gateway -> !gateway.equals(entry.gateway()))
                .sorted()
                .toList();
        draft.record(new RecoveryFact.RecordsLost(
                lost.recovery(), attempt, lost.at(), lost.reason(), elsewhere, lost.secondEffect()));
        return draft.raise(
                Alert.Severity.HIGH,
                Cause.RECORDS_LOST.word(),
                "Kafka lost records, so request " + entry.id() + " may have been sent without a trace of it"
                        + (draft.entry().perhapsElsewhere() ? "; " + OtherGateways.where(draft.entry()) : "")
                        + (lost.secondEffect() == SecondEffect.ACCEPTED
                                ? "; a person may have had it sent again and accepted a second effect"
                                : "")
                        + ". It is in doubt: " + lost.reason());
    }

    /**
     * What waits for a person goes on waiting. The doubt stays with it: whoever lets it go does not have it posted a second
     * time where the gateway would act twice.
     */
    static Draft goOn(Draft draft, GatewayPolicy policy, ApprovalPolicy approvals) {
        return switch (draft.entry().status()) {
            case ACCEPTED -> {
                ApprovalRule rule = approvals.holding(draft.entry());
                yield rule == null ? unknown(draft, policy) : ApprovalRules.hold(draft, rule);
            }
            // What was sent without its approval, which was lost, may be overdue as well.
            case SENDING, RETRYING, VERIFYING -> unknown(overdueAgain(draft), policy);
            case PENDING_APPROVAL, RETURNED, HELD -> overdueAgain(draft);
            case VERIFICATION_FAILED ->
                overdueAgain(draft.raise(
                        Alert.Severity.HIGH,
                        Cause.VERIFICATION_FAILED.word(),
                        draft.entry().reason()));
            case SUCCEEDED, FAILED, ABORTED, EXPIRED, CANCELLED ->
                throw new IllegalStateException("what is settled needs no recovery");
        };
    }

    /** The verifier's account of what was raised begins again with a recovery. */
    private static Draft overdueAgain(Draft draft) {
        return ApprovalRules.isOverdue(draft.entry())
                ? draft.raise(
                        Alert.Severity.MEDIUM,
                        Cause.APPROVAL_OVERDUE.word(),
                        "It waited for approval for too long before the recovery, and still does.")
                : draft;
    }

    private static Draft unknown(Draft draft, GatewayPolicy policy) {
        Answer nothing = Answer.none(
                Category.UNKNOWN,
                RECORDS_LOST,
                "Kafka lost records, so it is not known whether an attempt was made, or what became of it");
        if (draft.entry().perhapsElsewhere()) {
            return OtherGateways.toPerson(draft, "Kafka lost records", nothing);
        }
        return policy == null
                ? SettlementRules.toPerson(
                        draft,
                        "Kafka lost records, and no gateway \"" + draft.entry().gateway() + "\" is configured any more",
                        nothing)
                : new AttemptRules(policy, draft).unknown(nothing, stillToWait(draft));
    }

    /** What the gateway asked for, as far as it is known, is part of when the request was due. */
    private static Duration stillToWait(Draft draft) {
        Instant dueAt = draft.entry().dueAt();
        return dueAt == null || dueAt.isBefore(draft.now()) ? Duration.ZERO : Duration.between(draft.now(), dueAt);
    }
}
