package dev.kakutei.schemas;

import static dev.kakutei.schemas.Samples.ID;
import static dev.kakutei.schemas.Samples.T0;

import dev.kakutei.schemas.codec.Codecs;
import java.math.BigDecimal;
import java.util.Map;

/** The messages of holding for approval. */
final class ApprovalSamples {
    private static final String DIGEST = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";

    private ApprovalSamples() {}

    static void add(Map<String, Samples.Sample<?>> all) {
        event(
                all,
                "accepted-note",
                "client:shop",
                1,
                new Fact.Accepted(
                        RequestKind.PAYMENT,
                        "shop",
                        "k-1",
                        DIGEST,
                        "simulator",
                        new BigDecimal("1200.00"),
                        "JPY",
                        T0.plusSeconds(30),
                        null,
                        null,
                        Samples.paymentRequest(),
                        "for the new flat\n敷金"));
        String verifier = "verifier";
        event(
                all,
                "approval-requested",
                verifier,
                2,
                new ApprovalFact.Requested("large-payments", 1, T0.plusSeconds(86_400), ApprovalFact.Lapse.EXPIRE));
        event(
                all,
                "approval-requested.bare",
                verifier,
                2,
                new ApprovalFact.Requested("large-payments", 1, null, ApprovalFact.Lapse.ALERT));
        event(all, "approval-overdue", verifier, 3, new ApprovalFact.Overdue(1));
        String boss = "approver:boss";
        event(all, "approved", boss, 4, new ApprovalFact.Approved("action-2", 1, "as agreed"));
        event(all, "approved.bare", boss, 4, new ApprovalFact.Approved("action-2", 1, null));
        event(all, "returned", boss, 4, new ApprovalFact.Returned("action-3", 1, "too much", T0.plusSeconds(86_400)));
        event(all, "returned.bare", boss, 4, new ApprovalFact.Returned("action-3", 1, "too much", null));
        event(
                all,
                "resubmitted",
                "client:shop",
                5,
                new ApprovalFact.Resubmitted(
                        "action-4",
                        2,
                        DIGEST,
                        "simulator",
                        new BigDecimal("900.00"),
                        "JPY",
                        T0.plusSeconds(3_600),
                        Samples.paymentRequest(),
                        "less now"));
        event(
                all,
                "resubmitted.bare",
                "client:shop",
                5,
                new ApprovalFact.Resubmitted(
                        "action-4", 2, DIGEST, "simulator", null, null, null, Samples.orderRequest(), null));
        event(all, "commented", "viewer:audit", 6, new Fact.Commented("action-5", "whose flat?"));
        SubmissionSummary.Origin generated = SubmissionSummary.Origin.GENERATED;
        event(
                all,
                "summary-attached",
                "summariser:summariser",
                7,
                new ApprovalFact.SummaryAttached("action-7", 1, 1, "A deposit.\n敷金", null, generated));
        event(
                all,
                "summary-attached.replacing",
                "summariser:scribe",
                8,
                new ApprovalFact.SummaryAttached(
                        "action-8", 5, 2, "A smaller deposit.", 7, SubmissionSummary.Origin.CLIENT));
        summary(all, "attach-summary", new SubmissionSummary(1, "A deposit.", null, generated));
        summary(
                all,
                "attach-summary.replacing",
                new SubmissionSummary(5, "A smaller deposit.", 7, SubmissionSummary.Origin.CLIENT));
        status(
                all,
                "approved",
                new StatusChange.Approval(ApprovalStatus.APPROVED, T0, T0.plusSeconds(60), "approver:boss"));
        status(all, "returned", new StatusChange.Approval(ApprovalStatus.RETURNED, T0, null, null));
        action(
                all,
                "resubmit",
                OperatorAction.Type.RESUBMIT,
                OperatorAction.Role.SUBMITTER,
                "less now",
                new Resubmission(
                        DIGEST,
                        "simulator",
                        new BigDecimal("900.00"),
                        "JPY",
                        T0.plusSeconds(3_600),
                        Samples.paymentRequest()));
        action(all, "approve", OperatorAction.Type.APPROVE, OperatorAction.Role.APPROVER, null, null);
    }

    private static void event(Map<String, Samples.Sample<?>> all, String name, String by, int seq, Fact fact) {
        all.put(
                "ledger-event." + name,
                new Samples.Sample<>(Codecs.LEDGER_EVENT, new LedgerEvent(ID, seq, T0, by, fact)));
    }

    private static void summary(Map<String, Samples.Sample<?>> all, String name, SubmissionSummary summary) {
        all.put(
                "operator-action." + name,
                new Samples.Sample<>(
                        Codecs.OPERATOR_ACTION, OperatorAction.attaching(summary, "action-7", ID, 4, "scribe", T0)));
    }

    private static void status(Map<String, Samples.Sample<?>> all, String name, StatusChange.Approval approval) {
        all.put(
                "status-change.approval-" + name,
                new Samples.Sample<>(
                        Codecs.STATUS_CHANGE,
                        new StatusChange(
                                ID,
                                4,
                                RequestKind.PAYMENT,
                                "shop",
                                "p-1",
                                RequestStatus.PENDING_APPROVAL,
                                name,
                                false,
                                0,
                                null,
                                T0,
                                approval)));
    }

    private static void action(
            Map<String, Samples.Sample<?>> all,
            String name,
            OperatorAction.Type action,
            OperatorAction.Role role,
            String reason,
            Resubmission resubmission) {
        all.put(
                "operator-action." + name,
                new Samples.Sample<>(
                        Codecs.OPERATOR_ACTION,
                        new OperatorAction(
                                "action-6", ID, 4, action, "shop", role, reason, T0, resubmission, null, null)));
    }
}
