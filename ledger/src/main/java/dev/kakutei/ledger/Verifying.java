package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The rules of looking into an unknown outcome (SPEC C5, C6). "Cannot tell" never overwrites what is known. */
final class Verifying {
    private final GatewayPolicy policy;
    private final Draft draft;

    Verifying(GatewayPolicy policy, Draft draft) {
        this.policy = policy;
        this.draft = draft;
    }

    /** The due time has come: either the next inquiry is to be made, or the open one was met with silence. */
    Draft due() {
        Entry entry = draft.entry();
        if (entry.openInquiry() != 0) {
            return inconclusive(
                    Finding.CANNOT_TELL,
                    Answer.none(Category.NO_ANSWER, "no_report", "nothing was heard of the inquiry"),
                    entry.misses());
        }
        int inquiry = entry.verificationAttempts() + 1;
        Instant notAfter = draft.now().plus(policy.sendWindow());
        Duration timeout = policy.callTimeout();
        return draft.record(new Fact.InquiryStarted(
                        inquiry, notAfter, notAfter.plus(timeout).plus(GatewayPolicy.MARGIN)))
                .effect(new Effect.Inquire(inquiry, notAfter, timeout));
    }

    Draft answered(Report.InquiryReport report) {
        Entry entry = draft.entry();
        if (entry.status().terminal()) {
            boolean contradicts = report.finding() == Finding.SUCCEEDED
                    && entry.status() != Status.SUCCEEDED
                    && !entry.contradicted();
            return contradicts
                    ? Settling.contradicted(
                            draft,
                            entry.attempts(),
                            "the gateway reports success after the request was "
                                    + entry.status().word(),
                            report.answer())
                    : draft;
        }
        if (report.finding() == Finding.SUCCEEDED) {
            return Settling.succeeded(draft, Fact.Ground.VERIFICATION, 0, report.answer());
        }
        if (entry.status() != Status.VERIFYING || report.inquiry() != entry.openInquiry()) {
            return draft;
        }
        return switch (report.finding()) {
            case DECLINED ->
                Settling.failed(
                        draft,
                        Fact.Ground.VERIFICATION,
                        0,
                        "Gateway status: " + Sending.reason(report.answer()),
                        report.answer());
            case NOT_FOUND -> notFound(report.answer());
            case PENDING, CANNOT_TELL -> inconclusive(report.finding(), report.answer(), entry.misses());
            case UNANSWERABLE ->
                Settling.toPerson(
                        draft, "the gateway refuses to say: " + Sending.reason(report.answer()), report.answer());
            case SUCCEEDED -> throw new IllegalStateException("settled above");
        };
    }

    /**
     * "Not found" counts only when the question was asked after the settling time since the last moment at which a send
     * could still begin, and is believed only when it was heard often enough.
     */
    private Draft notFound(Answer answer) {
        Entry entry = draft.entry();
        if (entry.lastVerificationAt().isBefore(settledFrom(entry))) {
            return inconclusive(Finding.NOT_FOUND, answer, entry.misses());
        }
        int misses = entry.misses() + 1;
        if (misses < policy.verification().misses()) {
            return inconclusive(Finding.NOT_FOUND, answer, misses);
        }
        boolean usedUp = policy.retry().usedUp(entry.attempts());
        if (policy.verification().notFound() == Gateway.NotFound.RESEND && !usedUp) {
            // It is known now that no attempt took effect, so the next one is as safe as the first.
            return draft.record(new Fact.AttemptDeferred(
                    entry.attempts(), answer, Outcome.Doubt.NONE, draft.now().plus(resendDelay(entry))));
        }
        String reason = "Gateway status: NOT_FOUND";
        return usedUp
                ? Settling.aborted(draft, Fact.Ground.VERIFICATION, reason, answer)
                : Settling.failed(draft, Fact.Ground.VERIFICATION, 0, reason, answer);
    }

    /** A call may have lasted as long as the caller would wait, where that is longer than the gateway's own limit. */
    private Instant settledFrom(Entry entry) {
        Duration waited = Duration.between(entry.acceptedAt(), entry.deadline());
        Duration longestCall = waited.compareTo(policy.callTimeout()) > 0 ? waited : policy.callTimeout();
        return entry.lastSendNotAfter()
                .plus(longestCall)
                .plus(policy.verification().settlingTime());
    }

    private Duration resendDelay(Entry entry) {
        return policy.retry().after(entry.attempts(), entry.id());
    }

    private Draft inconclusive(Finding finding, Answer answer, int misses) {
        Entry entry = draft.entry();
        List<Duration> schedule = policy.verification().after();
        int asked = entry.openInquiry();
        if (asked >= schedule.size()) {
            return Settling.toPerson(
                    draft, "the gateway was asked " + asked + " times and the outcome is still unknown", answer);
        }
        Duration wait = schedule.get(asked);
        Duration wish = ComeBack.wish(answer, draft.now()).orElse(Duration.ZERO);
        Instant nextAt = draft.now().plus(wait.compareTo(wish) > 0 ? wait : wish);
        return draft.record(new Fact.InquiryInconclusive(asked, finding, answer, misses, nextAt));
    }
}
