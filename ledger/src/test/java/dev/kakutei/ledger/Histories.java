package dev.kakutei.ledger;

import static dev.kakutei.schemas.ApprovalFact.Lapse.ALERT;
import static dev.kakutei.schemas.ApprovalFact.Lapse.EXPIRE;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RecoveryFact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.SecondEffect;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Entries as the fold of facts: a test that needs a request in some state builds its history, and never makes up a
 * state that no history leads to.
 */
final class Histories {
    static final Instant START = Instant.parse("2026-01-05T09:00:00Z");
    static final Instant DEADLINE = START.plusSeconds(30);
    static final RequestId ID = RequestId.of("0198c0de-0000-7000-8000-00000000002a");
    static final String GATEWAY = "simulator";

    private Entry entry;

    private Histories(LedgerEvent first) {
        entry = Entry.begin(first);
    }

    static LedgerEvent acceptance(Instant deadline, Instant expiresAt) {
        Fact accepted = new Fact.Accepted(
                RequestKind.PAYMENT,
                "shop",
                "p-1",
                "ab".repeat(32),
                GATEWAY,
                new BigDecimal("12.50"),
                "JPY",
                deadline,
                expiresAt,
                null,
                JsonNodeFactory.instance.objectNode());
        return new LedgerEvent(ID, 1, START, "ingest", accepted);
    }

    static Histories accepted() {
        return new Histories(acceptance(DEADLINE, null));
    }

    static Histories accepted(Instant expiresAt) {
        return new Histories(acceptance(DEADLINE, expiresAt));
    }

    Histories then(Duration afterStart, Fact fact) {
        entry = entry.apply(new LedgerEvent(ID, entry.seq() + 1, START.plus(afterStart), "verifier", fact));
        return this;
    }

    /** The next attempt, begun so long after the start. */
    Histories sending(long second) {
        return then(
                Duration.ofSeconds(second),
                new Fact.AttemptStarted(entry.attempts() + 1, at(second + 30), at(second + 65)));
    }

    Histories retrying(long second, Outcome.Doubt doubt) {
        return then(
                Duration.ofSeconds(second),
                new Fact.AttemptDeferred(entry.attempts(), answer(503), doubt, at(second + 5)));
    }

    Histories verifying(long second) {
        return then(
                Duration.ofSeconds(second), new Fact.OutcomeUnknown(entry.attempts(), answer(504), at(second + 300)));
    }

    /** The gateway took it under its own reference, and has not decided. */
    Histories acknowledged(long second) {
        return then(
                Duration.ofSeconds(second),
                new Fact.OutcomeUnknown(entry.attempts(), Observations.ACKNOWLEDGED.answer(), at(second + 300)));
    }

    Histories asked(long second) {
        int inquiry = entry.verificationAttempts() + 1;
        return then(Duration.ofSeconds(second), new Fact.InquiryStarted(inquiry, at(second + 30), at(second + 65)));
    }

    Histories missed(long second, int misses) {
        return then(
                Duration.ofSeconds(second),
                new Fact.InquiryInconclusive(
                        entry.openInquiry(), Finding.NOT_FOUND, answer(404), misses, at(second + 300)));
    }

    Histories held(long second) {
        return then(
                Duration.ofSeconds(second),
                new Fact.OperatorActed("action-0", OperatorAction.Type.HOLD, "not before noon", Outcome.Doubt.NONE));
    }

    Histories pendingApproval(long second, Instant limitAt, ApprovalFact.Lapse lapse) {
        return then(
                Duration.ofSeconds(second),
                new ApprovalFact.Requested("large", entry.version().number(), limitAt, lapse));
    }

    Histories returned(long second) {
        Instant limitAt = entry.approval().limitFrom(at(second));
        return then(
                Duration.ofSeconds(second),
                new ApprovalFact.Returned("action-r", entry.version().number(), "too much", limitAt));
    }

    Histories resubmitted(long second, String amount) {
        then(
                Duration.ofSeconds(second),
                new ApprovalFact.Resubmitted(
                        "action-s",
                        entry.version().number() + 1,
                        "cd".repeat(32),
                        GATEWAY,
                        new BigDecimal(amount),
                        "JPY",
                        entry.expiresAt(),
                        JsonNodeFactory.instance.objectNode(),
                        "less now"));
        return pendingApproval(second, null, ApprovalFact.Lapse.ALERT);
    }

    Histories withAPerson(long second) {
        return then(Duration.ofSeconds(second), new Fact.VerificationFailed("not known", answer(504)));
    }

    Histories settled(long second, Fact.Verdict verdict, int byAttempt) {
        String reason = verdict == Fact.Verdict.SUCCEEDED ? null : "because";
        return then(
                Duration.ofSeconds(second),
                new Fact.Settled(verdict, Fact.Ground.ANSWER, byAttempt, reason, answer(200)));
    }

    /** Sent again by a person who accepted that the gateway may act twice. */
    Histories sentAtRisk(long second) {
        then(
                Duration.ofSeconds(second),
                new Fact.OperatorActed(
                        "action-t",
                        OperatorAction.Type.SEND_AGAIN,
                        "it is urgent",
                        Outcome.Doubt.POSSIBLE,
                        SecondEffect.ACCEPTED));
        return sending(second);
    }

    Entry entry() {
        return entry;
    }

    static Instant at(long second) {
        return START.plusSeconds(second);
    }

    static Answer answer(int status) {
        return answer(status, Map.of());
    }

    static Answer answer(int status, Map<String, String> headers) {
        Category category = status < 400 ? Category.OK : status < 500 ? Category.CLIENT_ERROR : Category.SERVER_ERROR;
        return new Answer(category, status, "code_" + status, null, 12, headers, null, "{}");
    }

    /** One history or more for every state that facts can lead to, by name. */
    static Map<String, Entry> all() {
        Map<String, Entry> all = new LinkedHashMap<>();
        all.put("accepted", accepted().entry());
        all.put("sending", sent().entry());
        all.put("sending, expiring", accepted(at(40)).sending(0).entry());
        all.put(
                "sending again",
                sent().retrying(2, Outcome.Doubt.NONE).sending(7).entry());
        all.put(
                "sending again in doubt",
                sent().retrying(2, Outcome.Doubt.POSSIBLE).sending(7).entry());
        all.put(
                "sending after a search",
                doubted()
                        .asked(302)
                        .retrying(303, Outcome.Doubt.NONE)
                        .sending(308)
                        .entry());
        all.put("retrying", sent().retrying(2, Outcome.Doubt.NONE).entry());
        all.put(
                "retrying, expiring",
                accepted(at(6)).sending(0).retrying(2, Outcome.Doubt.NONE).entry());
        all.put("retrying in doubt", sent().retrying(2, Outcome.Doubt.POSSIBLE).entry());
        all.put(
                "retrying in doubt, expiring",
                accepted(at(6)).sending(0).retrying(2, Outcome.Doubt.POSSIBLE).entry());
        all.put("held", sent().retrying(2, Outcome.Doubt.NONE).held(3).entry());
        all.put(
                "held in doubt",
                sent().retrying(2, Outcome.Doubt.POSSIBLE).held(3).entry());
        all.put("pending approval", waiting().entry());
        all.put(
                "pending approval, expiring",
                accepted(at(40)).pendingApproval(0, null, ALERT).entry());
        all.put(
                "pending approval, limited",
                accepted().pendingApproval(0, at(60), ALERT).entry());
        all.put(
                "pending approval, to lapse",
                accepted().pendingApproval(0, at(60), EXPIRE).entry());
        all.put(
                "pending approval, overdue",
                accepted(at(900))
                        .pendingApproval(0, at(60), ALERT)
                        .then(Duration.ofSeconds(60), new ApprovalFact.Overdue(1))
                        .entry());
        all.put(
                "pending approval again",
                waiting().returned(2).resubmitted(4, "900").entry());
        all.put("returned", waiting().returned(2).entry());
        all.put(
                "returned, to lapse",
                accepted(at(900)).pendingApproval(0, at(60), EXPIRE).returned(2).entry());
        all.put("held before its approval", waiting().held(3).entry());
        all.put("sending, approved", waiting().approved(3).sending(3).entry());
        all.put(
                "expired unapproved",
                waiting().settled(9, Fact.Verdict.EXPIRED, 0).entry());
        all.put("verifying, not asked yet", doubted().entry());
        all.put("verifying, asked", doubted().asked(302).entry());
        all.put(
                "verifying, asked after the settling time",
                doubted().asked(1_000).entry());
        all.put(
                "verifying, missed once",
                doubted().asked(1_000).missed(1_001, 1).entry());
        all.put(
                "verifying, missed once and asked",
                doubted().asked(1_000).missed(1_001, 1).asked(2_000).entry());
        all.put("verifying, acknowledged", sent().acknowledged(2).asked(1_000).entry());
        all.put(
                "verifying, acknowledged, asked for the last time",
                sent().acknowledged(2)
                        .asked(302)
                        .missed(303, 0)
                        .asked(1_000)
                        .missed(1_001, 0)
                        .asked(1_400)
                        .entry());
        all.put(
                "verifying, missed once, acknowledged, asked",
                doubted()
                        .asked(1_000)
                        .missed(1_001, 1)
                        .then(
                                Duration.ofSeconds(1_002),
                                new LateFact.Acknowledged(1, Observations.ACKNOWLEDGED.answer()))
                        .asked(2_000)
                        .entry());
        all.put(
                "verifying in doubt",
                sent().retrying(2, Outcome.Doubt.POSSIBLE)
                        .sending(7)
                        .verifying(9)
                        .asked(1_000)
                        .entry());
        all.put(
                "verifying, asked for the last time",
                doubted()
                        .asked(302)
                        .missed(303, 0)
                        .asked(1_000)
                        .missed(1_001, 0)
                        .asked(1_400)
                        .entry());
        all.put("sending at risk", sent().withAPerson(2).sentAtRisk(9).entry());
        all.put(
                "verifying at risk",
                sent().withAPerson(2).sentAtRisk(9).verifying(12).asked(1_000).entry());
        all.put(
                "retrying at risk",
                sent().withAPerson(2)
                        .sentAtRisk(9)
                        .retrying(12, Outcome.Doubt.POSSIBLE)
                        .entry());
        all.put(
                "with a person at risk",
                sent().withAPerson(2).sentAtRisk(9).withAPerson(12).entry());
        all.put(
                "succeeded at risk",
                sent().withAPerson(2)
                        .sentAtRisk(9)
                        .settled(12, Fact.Verdict.SUCCEEDED, 2)
                        .entry());
        all.put("with a person", sent().withAPerson(2).entry());
        all.put("with a person, never sent", accepted().withAPerson(0).entry());
        all.put(
                "with a person, in doubt",
                sent().retrying(2, Outcome.Doubt.POSSIBLE)
                        .sending(7)
                        .withAPerson(9)
                        .entry());
        all.put("with a person, asked", doubted().asked(302).withAPerson(303).entry());
        all.put("succeeded", sent().settled(1, Fact.Verdict.SUCCEEDED, 1).entry());
        all.put(
                "succeeded, found",
                doubted().asked(302).settled(303, Fact.Verdict.SUCCEEDED, 0).entry());
        all.put(
                "succeeded at the second attempt",
                sent().retrying(2, Outcome.Doubt.NONE)
                        .sending(7)
                        .settled(8, Fact.Verdict.SUCCEEDED, 2)
                        .entry());
        all.put("failed", sent().settled(1, Fact.Verdict.FAILED, 1).entry());
        all.put(
                "failed, declined",
                doubted().asked(302).settled(303, Fact.Verdict.FAILED, 0).entry());
        all.put("aborted", sent().settled(1, Fact.Verdict.ABORTED, 0).entry());
        all.put("expired", accepted(at(0)).settled(0, Fact.Verdict.EXPIRED, 0).entry());
        all.put(
                "expired between attempts",
                sent().retrying(2, Outcome.Doubt.NONE)
                        .settled(9, Fact.Verdict.EXPIRED, 0)
                        .entry());
        all.put("cancelled", accepted().settled(1, Fact.Verdict.CANCELLED, 0).entry());
        all.put(
                "failed and contradicted",
                sent().settled(1, Fact.Verdict.FAILED, 1)
                        .then(Duration.ofSeconds(2), new Fact.Contradicted(1, "it did", answer(200)))
                        .entry());
        afterALoss(all);
        return all;
    }

    /** States in which a recovery may leave a request, after Kafka has lost records. */
    private static void afterALoss(Map<String, Entry> all) {
        all.put(
                "verifying, records lost",
                accepted().recordsLost(2).verifying(2).entry());
        all.put(
                "retrying, records lost",
                accepted().recordsLost(2).retrying(2, Outcome.Doubt.POSSIBLE).entry());
        all.put(
                "sending again, records lost",
                accepted()
                        .recordsLost(2)
                        .verifying(2)
                        .asked(1_000)
                        .retrying(1_001, Outcome.Doubt.NONE)
                        .sending(1_006)
                        .entry());
        all.put(
                "verifying again, records lost",
                accepted()
                        .recordsLost(2)
                        .verifying(2)
                        .asked(1_000)
                        .retrying(1_001, Outcome.Doubt.NONE)
                        .sending(1_006)
                        .verifying(1_010)
                        .asked(2_000)
                        .entry());
        all.put(
                "held, records lost",
                sent().retrying(2, Outcome.Doubt.NONE).held(3).recordsLost(9).entry());
        all.put(
                "with a person, records lost",
                accepted().recordsLost(2).withAPerson(2).entry());
        all.put("pending approval, records lost", waiting().recordsLost(9).entry());
        all.put(
                "pending approval, expiring, records lost",
                accepted(at(40)).pendingApproval(0, null, ALERT).recordsLost(9).entry());
        all.put(
                "pending approval, to lapse, records lost",
                accepted().pendingApproval(0, at(60), EXPIRE).recordsLost(9).entry());
        all.put(
                "pending approval, perhaps sent elsewhere",
                waiting().perhapsElsewhere(9).entry());
        all.put(
                "with a person, perhaps sent elsewhere",
                accepted().perhapsElsewhere(2).withAPerson(2).entry());
        all.put(
                "verifying, perhaps sent elsewhere",
                accepted().perhapsElsewhere(2).verifying(2).entry());
        all.put("returned, records lost", waiting().returned(2).recordsLost(9).entry());
        all.put(
                "held before its approval, records lost",
                waiting().held(3).recordsLost(9).entry());
        all.put(
                "with a person, unapproved, records lost",
                waiting().recordsLost(9).withAPerson(10).entry());
        all.put(
                "verifying, unapproved, records lost",
                waiting()
                        .recordsLost(9)
                        .withAPerson(10)
                        .verifying(11)
                        .asked(1_000)
                        .missed(1_001, 1)
                        .asked(2_000)
                        .entry());
    }

    Histories recordsLost(long second) {
        return then(
                Duration.ofSeconds(second),
                new RecoveryFact.RecordsLost(1, Math.max(1, entry.attempts()), at(second), "Kafka has lost records"));
    }

    Histories perhapsElsewhere(long second) {
        return then(
                Duration.ofSeconds(second),
                new RecoveryFact.RecordsLost(
                        1,
                        Math.max(1, entry.attempts()),
                        at(second),
                        "Kafka has lost records",
                        List.of("elsewhere"),
                        null));
    }

    static Histories sent() {
        return accepted().sending(0);
    }

    /** A rule holds it, and it may wait for ever. */
    static Histories waiting() {
        return accepted().pendingApproval(0, null, ALERT);
    }

    Histories approved(long second) {
        return then(
                Duration.ofSeconds(second),
                new ApprovalFact.Approved("action-a", entry.version().number(), null));
    }

    /** The first attempt's outcome is unknown. */
    static Histories doubted() {
        return sent().verifying(2);
    }

    static RequestId anotherId(long number) {
        return new RequestId(new UUID(0x0198_c0de_0000_7000L, number));
    }
}
