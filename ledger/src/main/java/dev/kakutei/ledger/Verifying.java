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
    private static final String GATEWAY_STATUS = "Gateway status: ";

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
        // Verification may have begun under another policy than today's.
        if (!policy.canAsk()
                || entry.verificationAttempts() >= policy.verification().after().size()) {
            return Settling.toPerson(
                    draft,
                    "the outcome is unknown, and the gateway is not to be asked any more",
                    Settling.nothingHeard("not_to_be_asked"));
        }
        return ask();
    }

    /** Asks, however often that was done before: by the schedule, or because a person wants to know. */
    Draft ask() {
        int inquiry = draft.entry().verificationAttempts() + 1;
        Instant notAfter = draft.now().plus(policy.sendWindow());
        Duration timeout = policy.callTimeout();
        return draft.record(new Fact.InquiryStarted(
                        inquiry, notAfter, notAfter.plus(timeout).plus(GatewayPolicy.MARGIN)))
                .effect(new Effect.Inquire(inquiry, notAfter, timeout));
    }

    /** The open inquiry was answered, and not with success: that needs no policy, and is settled before. */
    Draft answered(Report.InquiryReport report) {
        Entry entry = draft.entry();
        return switch (report.finding()) {
            case DECLINED -> declined(report.answer());
            case NOT_FOUND -> notFound(report.answer());
            // The gateway knows it after all, so the times that it did not are void.
            case PENDING -> inconclusive(report.finding(), report.answer(), 0);
            case CANNOT_TELL -> inconclusive(report.finding(), report.answer(), entry.misses());
            case UNANSWERABLE ->
                Settling.toPerson(
                        draft, "the gateway refuses to say: " + Sending.reason(report.answer()), report.answer());
            case SUCCEEDED -> throw new IllegalStateException("a success is settled, not looked into");
        };
    }

    /**
     * Final, unless attempts were made that the gateway may not take for one request: then it has two in its records, and
     * may speak of the one that did nothing.
     */
    private Draft declined(Answer answer) {
        Entry entry = draft.entry();
        if (entry.perhapsTwice()) {
            return Settling.toPerson(
                    draft,
                    "the gateway reports a decline, perhaps of attempt " + entry.attempts()
                            + " alone, and an earlier attempt may have taken effect",
                    answer);
        }
        return Settling.failed(draft, Fact.Ground.VERIFICATION, 0, gatewayStatus(Sending.reason(answer)), answer);
    }

    /**
     * "Not found" counts only when the question was asked after the settling time since the last moment at which a send
     * could still begin, and is believed only when it was heard often enough.
     *
     * <p>Time is what our clock says, and a clock may jump. So that time must pass twice, in full: before the first miss
     * that counts, and again before the second is asked for. One jump forward falls into one of the two, and the other
     * was waited for in truth. The promise ends where {@code misses} is 1, or the clock jumps twice.
     */
    private Draft notFound(Answer answer) {
        Entry entry = draft.entry();
        if (entry.lastVerificationAt().isBefore(settledFrom(entry))) {
            return inconclusive(Finding.NOT_FOUND, answer, entry.misses());
        }
        int misses = entry.misses() + 1;
        if (misses < policy.verification().misses()) {
            Duration apart = misses == 1 ? policy.sendWindow().plus(settling(entry)) : Duration.ZERO;
            return inconclusive(Finding.NOT_FOUND, answer, misses, apart);
        }
        boolean usedUp = policy.retry().usedUp(entry.attempts());
        if (policy.verification().notFound() == Gateway.NotFound.RESEND && !usedUp) {
            // It is known now that no attempt took effect, so the next one is as safe as the first.
            return draft.record(new Fact.AttemptDeferred(
                            entry.attempts(),
                            answer,
                            Outcome.Doubt.NONE,
                            new Patience(draft, resendDelay(entry)).untilNextAttempt()))
                    .effect(new Effect.TellStatus());
        }
        String reason = gatewayStatus("NOT_FOUND");
        return usedUp
                ? Settling.aborted(draft, Fact.Ground.VERIFICATION, reason, answer)
                : Settling.failed(draft, Fact.Ground.VERIFICATION, 0, reason, answer);
    }

    private Instant settledFrom(Entry entry) {
        return entry.lastSendNotAfter().plus(settling(entry));
    }

    /** A call may have lasted as long as the caller would wait, where that is longer than the gateway's own limit. */
    private Duration settling(Entry entry) {
        Duration waited = Duration.between(entry.acceptedAt(), entry.deadline());
        return longer(waited, policy.callTimeout()).plus(policy.verification().settlingTime());
    }

    /** The words of SPEC C6; a sender may have put them before the status already. */
    private static String gatewayStatus(String status) {
        return status.startsWith(GATEWAY_STATUS) ? status : GATEWAY_STATUS + status;
    }

    private Duration resendDelay(Entry entry) {
        return policy.retry().after(entry.attempts(), entry.id());
    }

    private Draft inconclusive(Finding finding, Answer answer, int misses) {
        return inconclusive(finding, answer, misses, Duration.ZERO);
    }

    private Draft inconclusive(Finding finding, Answer answer, int misses, Duration atLeast) {
        Entry entry = draft.entry();
        List<Duration> schedule = policy.verification().after();
        int asked = entry.openInquiry();
        if (asked >= schedule.size()) {
            return Settling.toPerson(
                    draft, "the gateway was asked " + asked + " times and the outcome is still unknown", answer);
        }
        Instant nextAt = new Patience(draft, schedule.get(asked))
                .atLeast(atLeast)
                .askedAfterInquiry(answer)
                .until();
        return draft.record(new Fact.InquiryInconclusive(asked, finding, answer, misses, nextAt));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
