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
        event(all, "approved", boss, 4, new ApprovalFact.Approved("order-2", 1, "as agreed"));
        event(all, "approved.bare", boss, 4, new ApprovalFact.Approved("order-2", 1, null));
        event(all, "returned", boss, 4, new ApprovalFact.Returned("order-3", 1, "too much", T0.plusSeconds(86_400)));
        event(all, "returned.bare", boss, 4, new ApprovalFact.Returned("order-3", 1, "too much", null));
        event(
                all,
                "resubmitted",
                "client:shop",
                5,
                new ApprovalFact.Resubmitted(
                        "order-4",
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
                        "order-4", 2, DIGEST, "simulator", null, null, null, Samples.orderRequest(), null));
        event(all, "commented", "viewer:audit", 6, new Fact.Commented("order-5", "whose flat?"));
        order(
                all,
                "resubmit",
                OperatorOrder.Action.RESUBMIT,
                OperatorOrder.Role.SUBMITTER,
                "less now",
                new Resubmission(
                        DIGEST,
                        "simulator",
                        new BigDecimal("900.00"),
                        "JPY",
                        T0.plusSeconds(3_600),
                        Samples.paymentRequest()));
        order(all, "approve", OperatorOrder.Action.APPROVE, OperatorOrder.Role.APPROVER, null, null);
    }

    private static void event(Map<String, Samples.Sample<?>> all, String name, String by, int seq, Fact fact) {
        all.put(
                "ledger-event." + name,
                new Samples.Sample<>(Codecs.LEDGER_EVENT, new LedgerEvent(ID, seq, T0, by, fact)));
    }

    private static void order(
            Map<String, Samples.Sample<?>> all,
            String name,
            OperatorOrder.Action action,
            OperatorOrder.Role role,
            String reason,
            Resubmission resubmission) {
        all.put(
                "operator-order." + name,
                new Samples.Sample<>(
                        Codecs.OPERATOR_ORDER,
                        new OperatorOrder("order-6", ID, 4, action, "shop", role, reason, T0, resubmission)));
    }
}
