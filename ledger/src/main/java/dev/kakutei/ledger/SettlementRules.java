package dev.kakutei.ledger;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.time.Instant;

/** How a request comes to its end, or to a person. */
final class SettlementRules {
    private SettlementRules() {}

    static Draft succeeded(Draft draft, Fact.Ground ground, int attempt, Answer answer) {
        return settled(draft, new Fact.Settled(Fact.Verdict.SUCCEEDED, ground, attempt, null, answer));
    }

    static Draft failed(Draft draft, Fact.Ground ground, int attempt, String reason, Answer answer) {
        return settled(draft, new Fact.Settled(Fact.Verdict.FAILED, ground, attempt, reason, answer));
    }

    /** Attempts are used up and none took effect (SPEC C2). */
    static Draft aborted(Draft draft, Fact.Ground ground, String reason, Answer answer) {
        settled(draft, new Fact.Settled(Fact.Verdict.ABORTED, ground, 0, reason, answer));
        return draft.raise(Alert.Severity.MEDIUM, "attempts_used_up", reason);
    }

    static Draft cancelled(Draft draft, String reason) {
        return settled(draft, new Fact.Settled(Fact.Verdict.CANCELLED, Fact.Ground.OPERATOR, 0, reason, null));
    }

    static Draft expired(Draft draft) {
        return settled(
                draft,
                new Fact.Settled(
                        Fact.Verdict.EXPIRED,
                        Fact.Ground.POLICY,
                        0,
                        "not sent before its expiry at " + draft.entry().expiresAt(),
                        null));
    }

    /** No approver decided about it in the time that its rule allows. */
    static Draft lapsed(Draft draft, String reason) {
        return settled(draft, new Fact.Settled(Fact.Verdict.EXPIRED, Fact.Ground.POLICY, 0, reason, null));
    }

    /** Every doubt that no rule can clear ends here, and an alert is raised at once. */
    static Draft toPerson(Draft draft, String reason, Answer answer) {
        boolean entered = draft.entry().status() != Status.VERIFICATION_FAILED;
        draft.record(new Fact.VerificationFailed(reason, answer)).effect(new Effect.PublishStatus());
        // It is cleared once, when the request leaves the state: so it is raised once, when the request enters it.
        return entered ? draft.raise(Alert.Severity.HIGH, "verification_failed", reason) : draft;
    }

    static Decision withoutGateway(Draft draft) {
        if (draft.entry().status() == Status.VERIFICATION_FAILED) {
            return Decision.nothing(draft.entry());
        }
        return toPerson(
                        draft,
                        "no gateway \"" + draft.entry().gateway() + "\" is configured any more",
                        nothingHeard("gateway_not_configured"))
                .done();
    }

    /**
     * A success after any other end is a contradiction. So is an acknowledgement of what was settled as not found. So is a second attempt's success where the gateway does not
     * forgive repetition: it may have done the work twice. And so is a refusal of the very attempt that is taken for the
     * successful one; that of another attempt is not: gateways refuse what they have done already.
     */
    static Draft afterTheEnd(Draft draft, GatewayPolicy policy, int attempt, Outcome outcome) {
        Entry entry = draft.entry();
        if (entry.settlement().contradictions().contains(attempt)) {
            return draft;
        }
        if (outcome instanceof Outcome.Refused && entry.status() == Status.SUCCEEDED && rests(entry, attempt)) {
            return contradicted(
                    draft,
                    attempt,
                    "attempt " + attempt + " was refused after it was taken for done",
                    outcome.answer());
        }
        if (outcome instanceof Outcome.Unknown
                && VerificationRules.NOT_FOUND.equals(entry.reason())
                && outcome.answer().acknowledges(entry.id())) {
            return contradicted(
                    draft,
                    attempt,
                    "the gateway had acknowledged attempt " + attempt + " before the request was "
                            + entry.status().word() + " because it was not found",
                    outcome.answer());
        }
        if (!(outcome instanceof Outcome.Delivered)) {
            return draft;
        }
        if (entry.status() != Status.SUCCEEDED) {
            return contradicted(
                    draft,
                    attempt,
                    "attempt " + attempt + " succeeded after the request was "
                            + entry.status().word(),
                    outcome.answer());
        }
        boolean forgiven = Repetition.wasRecognised(policy, entry);
        boolean another =
                attempt != entry.settlement().byAttempt() && entry.attempts().count() > 1;
        if (another && !forgiven && !confirms(entry, policy, attempt)) {
            return contradicted(
                    draft,
                    attempt,
                    "attempt " + attempt + " succeeded as well: the gateway may have acted twice",
                    outcome.answer());
        }
        return draft;
    }

    /**
     * Success that does not rest on an answer is the last attempt's, whether a person or the gateway reported it: where
     * repetition is not forgiven, that one was made only after it was known that none before it had taken effect. Unless
     * a person had it made at the risk of a second effect, or the last question was asked before that attempt began: then it may have spoken of
     * an earlier one.
     */
    private static boolean confirms(Entry entry, GatewayPolicy policy, int attempt) {
        if (policy == null
                || entry.perhapsTwice()
                || entry.settlement().byAttempt() != 0
                || attempt != entry.attempts().count()) {
            return false;
        }
        Instant began = entry.attempts().lastCall() == null
                ? entry.attempts().lastSendNotAfter().minus(policy.sendWindow())
                : entry.attempts().lastCall().sentAt();
        return entry.inquiries().lastAt() == null || !entry.inquiries().lastAt().isBefore(began);
    }

    private static boolean rests(Entry entry, int attempt) {
        return attempt == entry.settlement().byAttempt()
                || (entry.settlement().byAttempt() == 0 && entry.attempts().count() == 1);
    }

    /** The same, for what the gateway says when asked. */
    static Draft foundAfterTheEnd(Draft draft, Report.InquiryReport report) {
        Entry entry = draft.entry();
        boolean succeeded = entry.status() == Status.SUCCEEDED;
        boolean known = entry.settlement().contradictions().contains(Entry.BY_STATUS_QUERY);
        if (known || report.finding() != (succeeded ? Finding.DECLINED : Finding.SUCCEEDED)) {
            return draft;
        }
        String reason = "the gateway reports "
                + (succeeded ? "a decline" : "success")
                + " after the request was "
                + entry.status().word();
        return contradicted(draft, Entry.BY_STATUS_QUERY, reason, report.answer());
    }

    private static Draft contradicted(Draft draft, int attempt, String reason, Answer answer) {
        return draft.record(new Fact.Contradicted(attempt, reason, answer))
                .raise(Alert.Severity.HIGH, "contradiction", reason);
    }

    static Answer nothingHeard(String code) {
        return Answer.none(Category.UNKNOWN, code, null);
    }

    private static Draft settled(Draft draft, Fact.Settled fact) {
        return draft.record(fact).effect(new Effect.PublishResult()).effect(new Effect.PublishStatus());
    }
}
