package dev.kakutei.store;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.SubmissionSummary;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.accept.NewRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Lives of requests that the ledger allows, for tests of what records them. */
public final class EventHistories {
    private EventHistories() {}

    /** The shortest life: sent, and done. */
    public static List<LedgerEvent> succeeded(NewRequest request) {
        List<LedgerEvent> events = new ArrayList<>(List.of(request.event()));
        Instant at = request.event().at();
        next(events, new Fact.AttemptStarted(1, at.plusSeconds(10), at.plusSeconds(60)));
        next(
                events,
                new Fact.Settled(Fact.Verdict.SUCCEEDED, Fact.Ground.ANSWER, 1, null, answer(Category.OK, 200, "ok")));
        return events;
    }

    /**
     * Held, overdue, returned, resubmitted to another gateway for another amount, commented on, summarised, approved and
     * sent.
     */
    public static List<LedgerEvent> approvedLater(NewRequest request) {
        List<LedgerEvent> events = new ArrayList<>(List.of(request.event()));
        Instant at = request.event().at();
        next(events, new ApprovalFact.Requested("large", 1, at.plusSeconds(60), ApprovalFact.Lapse.ALERT));
        next(events, new ApprovalFact.Overdue(1));
        next(events, new ApprovalFact.Returned("o-1", 1, "less", at.plusSeconds(120)));
        next(
                events,
                new ApprovalFact.Resubmitted(
                        "o-2",
                        2,
                        "cd".repeat(32),
                        "cards-only",
                        new BigDecimal("7.50"),
                        "EUR",
                        at.plusSeconds(3_600),
                        Json.MAPPER.createObjectNode().put("amount", "7.50"),
                        "less now"));
        next(events, new ApprovalFact.Requested("strict", 2, at.plusSeconds(600), ApprovalFact.Lapse.EXPIRE));
        next(events, new Fact.Commented("o-3", "better"));
        next(events, new Fact.Commented("o-4", "much"));
        SubmissionSummary.Origin generated = SubmissionSummary.Origin.GENERATED;
        next(events, new ApprovalFact.SummaryAttached("s-1", 1, 1, "A large one.", null, generated));
        next(events, new ApprovalFact.SummaryAttached("s-2", 5, 2, "A small one.", null, generated));
        next(events, new ApprovalFact.Approved("o-5", 2, null));
        next(events, new Fact.AttemptStarted(1, at.plusSeconds(10), at.plusSeconds(60)));
        return events;
    }

    /** Walks the life cycle at random until it ends or {@code most} events are there. */
    public static List<LedgerEvent> random(NewRequest request, Random random, int most) {
        List<LedgerEvent> events = new ArrayList<>(List.of(request.event()));
        Entry entry = request.entry();
        while (events.size() < most) {
            Fact fact = any(entry, random);
            if (fact == null) {
                break;
            }
            entry = entry.apply(next(events, fact));
        }
        return events;
    }

    public static LedgerEvent next(List<LedgerEvent> events, Fact fact) {
        LedgerEvent last = events.get(events.size() - 1);
        LedgerEvent event =
                new LedgerEvent(last.requestId(), last.seq() + 1, last.at().plusMillis(1500), "verifier", fact);
        events.add(event);
        return event;
    }

    private static Fact any(Entry entry, Random random) {
        Instant now = entry.updatedAt();
        return switch (entry.status()) {
            case ACCEPTED ->
                random.nextInt(8) == 0
                        ? settled(Fact.Verdict.EXPIRED, 0)
                        : new Fact.AttemptStarted(1, now.plusSeconds(10), now.plusSeconds(60));
            case SENDING -> afterSending(entry, random);
            case RETRYING ->
                random.nextInt(6) == 0
                        ? settled(Fact.Verdict.ABORTED, 0)
                        : new Fact.AttemptStarted(
                                entry.attempts().count() + 1, now.plusSeconds(10), now.plusSeconds(60));
            case VERIFYING -> whileVerifying(entry, random);
            case VERIFICATION_FAILED -> withPerson(entry, random);
            case SUCCEEDED, FAILED, ABORTED, EXPIRED, CANCELLED ->
                random.nextInt(4) == 0
                        ? new Fact.Contradicted(1, "a late yes", answer(Category.OK, 200, "late"))
                        : null;
            case PENDING_APPROVAL, RETURNED, HELD -> null;
        };
    }

    private static Fact afterSending(Entry entry, Random random) {
        Instant now = entry.updatedAt();
        int attempt = entry.attempts().count();
        return switch (random.nextInt(5)) {
            case 0 ->
                new Fact.AttemptDeferred(
                        attempt, answer(Category.SERVER_ERROR, 503, "busy"), Outcome.Doubt.NONE, now.plusSeconds(5));
            case 1 ->
                new Fact.AttemptDeferred(
                        attempt, answer(Category.SERVER_ERROR, 500, null), Outcome.Doubt.POSSIBLE, now.plusSeconds(9));
            case 2 ->
                new Fact.OutcomeUnknown(attempt, answer(Category.NO_ANSWER, null, "timeout"), now.plusSeconds(300));
            case 3 -> settled(Fact.Verdict.FAILED, attempt);
            default -> settled(Fact.Verdict.SUCCEEDED, attempt);
        };
    }

    private static Fact whileVerifying(Entry entry, Random random) {
        Instant now = entry.updatedAt();
        int inquiry = entry.inquiries().count();
        if (entry.inquiries().open() == 0) {
            return new InquiryFact.InquiryStarted(inquiry + 1, now.plusSeconds(5), now.plusSeconds(20));
        }
        return switch (random.nextInt(4)) {
            case 0 ->
                new InquiryFact.InquiryInconclusive(
                        inquiry,
                        Finding.NOT_FOUND,
                        answer(Category.CLIENT_ERROR, 404, "none"),
                        entry.inquiries().misses() + 1,
                        now.plusSeconds(300));
            case 1 ->
                new Fact.VerificationFailed(
                        "the outcome cannot be determined", answer(Category.CLIENT_ERROR, 403, "forbidden"));
            case 2 -> settled(Fact.Verdict.FAILED, 0);
            default -> settled(Fact.Verdict.SUCCEEDED, 0);
        };
    }

    /** Settled, or sent again by an operator who accepts a second effect. */
    private static Fact withPerson(Entry entry, Random random) {
        if (entry.attempts().risky() > entry.attempts().count()) {
            Instant now = entry.updatedAt();
            return new Fact.AttemptStarted(entry.attempts().risky(), now.plusSeconds(10), now.plusSeconds(60));
        }
        return switch (random.nextInt(3)) {
            case 0 ->
                new Fact.OperatorActed(
                        "o-" + entry.seq(),
                        OperatorAction.Type.SEND_AGAIN,
                        "it is urgent",
                        Outcome.Doubt.POSSIBLE,
                        SecondEffect.ACCEPTED);
            case 1 -> settled(Fact.Verdict.FAILED, 0);
            default -> settled(Fact.Verdict.SUCCEEDED, 0);
        };
    }

    private static Fact settled(Fact.Verdict verdict, int attempt) {
        boolean good = verdict == Fact.Verdict.SUCCEEDED;
        return new Fact.Settled(
                verdict,
                attempt > 0 ? Fact.Ground.ANSWER : Fact.Ground.POLICY,
                attempt,
                good ? null : "because of " + verdict,
                answer(good ? Category.OK : Category.CLIENT_ERROR, good ? 200 : 402, good ? null : "declined"));
    }

    private static Answer answer(Category category, Integer status, String code) {
        return new Answer(
                category, status, code, "a sentence", 12, Map.of("retry-after", "3"), "gw-77", "{\"id\":\"gw-77\"}");
    }
}
