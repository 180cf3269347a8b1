package dev.kakutei.ledger;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The rules of looking into an unknown outcome (SPEC C5, C6). An inconclusive answer never overwrites what is known.
 */
record VerificationRules(GatewayPolicy policy, Draft draft) {
    private static final String GATEWAY_STATUS = "Gateway status: ";
    /** Why a request was settled that the gateway does not have. */
    static final String NOT_FOUND = GATEWAY_STATUS + "NOT_FOUND";

    /** The due time has come: either the next inquiry is to be made, or the open one was met with silence. */
    Draft due() {
        Entry entry = draft.entry();
        if (entry.inquiries().open() != 0) {
            return inconclusive(
                    Finding.INCONCLUSIVE,
                    Answer.none(Category.NO_ANSWER, "no_report", "nothing was heard of the inquiry"),
                    entry.inquiries().misses());
        }
        // Verification may have begun under another policy than today's.
        if (!policy.canAsk()
                || entry.inquiries().count() >= policy.verification().after().size()) {
            return SettlementRules.toPerson(
                    draft,
                    "the outcome is unknown, and the gateway is not to be asked any more",
                    SettlementRules.nothingHeard("not_to_be_asked"));
        }
        return ask();
    }

    /** Asks, however often that was done before: by the schedule, or because a person wants to know. */
    Draft ask() {
        int inquiry = draft.entry().inquiries().count() + 1;
        Instant notAfter = draft.now().plus(policy.sendWindow());
        Duration timeout = policy.callTimeout();
        return draft.record(new InquiryFact.InquiryStarted(
                        inquiry, notAfter, notAfter.plus(timeout).plus(GatewayPolicy.MARGIN)))
                .effect(new Effect.Inquire(
                        inquiry,
                        notAfter,
                        timeout,
                        draft.entry().inquiries().answers().acknowledgedReference()));
    }

    /** The open inquiry was answered, and not with success: that needs no policy, and is settled before. */
    Draft answered(Report.InquiryReport report, Observation.Trust trust) {
        Entry entry = draft.entry();
        return switch (report.finding()) {
            case DECLINED -> declined(report.answer());
            case NOT_FOUND ->
                trust == Observation.Trust.NOTHING_IS_EVER_FOUND
                        ? nothingIsEverFound(report.answer())
                        : notFound(report.answer());
            // The gateway knows it after all, so the times that it did not are void.
            case PENDING -> inconclusive(report.finding(), report.answer(), 0);
            case INCONCLUSIVE ->
                inconclusive(
                        report.finding(), report.answer(), entry.inquiries().misses());
            case UNANSWERABLE ->
                SettlementRules.toPerson(
                        draft, "the gateway refuses to say: " + AttemptRules.reason(report.answer()), report.answer());
            case SUCCEEDED -> throw new IllegalStateException("a success is settled, not looked into");
        };
    }

    /**
     * Final, unless attempts were made that the gateway may not take for one request: then it has two in its records, and
     * may speak of the one that did nothing.
     */
    private Draft declined(Answer answer) {
        Entry entry = draft.entry();
        if (entry.perhapsElsewhere()) {
            return OtherGateways.toPerson(draft, "the gateway reports a decline", answer);
        }
        if (entry.perhapsTwice()) {
            return SettlementRules.toPerson(
                    draft,
                    "the gateway reports a decline, perhaps of attempt "
                            + entry.attempts().count() + " alone, and an earlier attempt may have taken effect",
                    answer);
        }
        return SettlementRules.failed(
                draft, Fact.Ground.VERIFICATION, 0, gatewayStatus(AttemptRules.reason(answer)), answer);
    }

    /**
     * "Not found" counts only when the question was asked after the settling time since the last moment at which a send
     * could still begin, and is believed only when it was heard often enough.
     *
     * <p>It never counts once the gateway has acknowledged the request: then it was asked by another id than its own, or
     * in another place, and a request that it holds must be neither failed nor sent again.
     *
     * <p>Time is what our clock says, and a clock may jump. So that time must pass twice, in full: before the first miss
     * that counts, and again before the second is asked for. One jump forward falls into one of the two, and the other
     * was waited for in truth. The promise ends where {@code misses} is 1, or the clock jumps twice.
     */
    private Draft notFound(Answer answer) {
        Entry entry = draft.entry();
        if (entry.attempts().count() == 0) {
            return SettlementRules.toPerson(draft, "nothing was ever sent, and the gateway knows of nothing", answer);
        }
        if (entry.inquiries().answers().acknowledged()) {
            return inconclusive(Finding.NOT_FOUND, answer, entry.inquiries().misses());
        }
        if (entry.inquiries().lastAt().isBefore(settledFrom(entry))) {
            return inconclusive(Finding.NOT_FOUND, answer, entry.inquiries().misses());
        }
        int misses = entry.inquiries().misses() + 1;
        if (misses < policy.verification().misses()) {
            return inconclusive(Finding.NOT_FOUND, answer, misses, apart(entry, misses));
        }
        if (entry.perhapsElsewhere()) {
            return OtherGateways.toPerson(draft, "the gateway does not have it", answer);
        }
        boolean usedUp = policy.retry().usedUp(entry.attempts().count());
        if (policy.verification().notFound() == Gateway.NotFound.RESEND && !usedUp && !entry.awaitsApproval()) {
            // It is known now that no attempt took effect, so the next one is as safe as the first.
            return draft.record(new Fact.AttemptDeferred(
                            entry.attempts().count(),
                            answer,
                            Outcome.Doubt.NONE,
                            new RetryDelay(draft, resendDelay(entry)).untilNextAttempt()))
                    .effect(new Effect.PublishStatus());
        }
        return usedUp
                ? SettlementRules.aborted(draft, Fact.Ground.VERIFICATION, NOT_FOUND, answer)
                : SettlementRules.failed(draft, Fact.Ground.VERIFICATION, 0, NOT_FOUND, answer);
    }

    /**
     * Every status query at this gateway is answered "not found". That all those requests were lost is less likely than
     * that the question is wrong, and a wrong "not found" fails or repeats what was done. So it is
     * inconclusive, and an alert is raised once the answer would have counted: before that it is to be expected.
     */
    private Draft nothingIsEverFound(Answer answer) {
        Entry entry = draft.entry();
        if (entry.attempts().count() == 0) {
            return notFound(answer);
        }
        boolean wouldCount = !entry.inquiries().lastAt().isBefore(settledFrom(entry));
        if (entry.inquiries().answers().acknowledged()) {
            notFound(answer);
        } else {
            inconclusive(
                    Finding.INCONCLUSIVE,
                    GatewayAnswers.distrusted(answer),
                    entry.inquiries().misses());
        }
        return wouldCount
                ? draft.raise(
                        Alert.Severity.HIGH,
                        Cause.STATUS_QUERY_FINDS_NOTHING.word(),
                        "Every status query at the gateway \"" + entry.gateway()
                                + "\" is answered \"not found\", which is not"
                                + " believed any more: check status_query.paths.")
                : draft;
    }

    /** A call may have lasted as long as the caller would wait, where that is longer than the gateway's own limit. */
    private Instant settledFrom(Entry entry) {
        Instant byToday =
                entry.attempts().lastSendNotAfter().plus(policy.notFoundTiming().settling(callerWaits(entry)));
        if (entry.attempts().lastCall() == null) {
            return byToday;
        }
        // The gateway file may have been changed since: the call may last as long as it was allowed to when it was
        // sent.
        Instant byItsOwn =
                entry.attempts().lastCall().endsBy().plus(policy.verification().settlingTime());
        return byItsOwn.isAfter(byToday) ? byItsOwn : byToday;
    }

    /** How long a miss must be apart from the next, by today's terms and by those of the attempt. */
    private Duration apart(Entry entry, int misses) {
        Duration byToday = policy.notFoundTiming().apart(misses, callerWaits(entry));
        if (entry.attempts().lastCall() == null || byToday.isZero()) {
            return byToday;
        }
        Duration byItsOwn =
                entry.attempts().lastCall().longest().plus(policy.verification().settlingTime());
        return byItsOwn.compareTo(byToday) > 0 ? byItsOwn : byToday;
    }

    private static Duration callerWaits(Entry entry) {
        return Duration.between(entry.acceptedAt(), entry.deadline());
    }

    /** The words of SPEC C6; a sender may have put them before the status already. */
    private static String gatewayStatus(String status) {
        return status.startsWith(GATEWAY_STATUS) ? status : GATEWAY_STATUS + status;
    }

    private Duration resendDelay(Entry entry) {
        return policy.retry().after(entry.attempts().count(), entry.id());
    }

    private Draft inconclusive(Finding finding, Answer answer, int misses) {
        return inconclusive(finding, answer, misses, Duration.ZERO);
    }

    private Draft inconclusive(Finding finding, Answer answer, int misses, Duration atLeast) {
        Entry entry = draft.entry();
        List<Duration> schedule = policy.verification().after();
        int asked = entry.inquiries().open();
        if (asked >= schedule.size()) {
            return usedUp(new InquiryFact.InquiryInconclusive(asked, finding, answer, misses, draft.now()));
        }
        Instant nextAt = new RetryDelay(draft, schedule.get(asked))
                .atLeast(atLeast)
                .askedAfterInquiry(answer)
                .until();
        return draft.record(new InquiryFact.InquiryInconclusive(asked, finding, answer, misses, nextAt));
    }

    /** @param last the answer to the last question, which becomes no fact of its own */
    private Draft usedUp(InquiryFact.InquiryInconclusive last) {
        Entry entry = draft.entry();
        if (last.finding() == Finding.PENDING
                && !entry.inquiries().answers().acknowledged()
                && last.answer().acknowledges(entry.id())) {
            draft.record(new LateFact.Acknowledged(entry.attempts().count(), last.answer()));
        }
        return SettlementRules.toPerson(
                draft,
                "the gateway was asked " + GatewayAnswers.times(last.inquiry())
                        + " and the outcome is still unknown: "
                        + entry.inquiries()
                                .answers()
                                .and(last, entry.inquiries().misses())
                                .inWords(),
                last.answer());
    }
}
