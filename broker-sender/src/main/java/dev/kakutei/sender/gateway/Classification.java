package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.ComeBackHeaders;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Answering;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.criteria.CriteriaEvents;
import dev.kakutei.sender.criteria.Judgement;
import dev.kakutei.sender.criteria.Verdict;
import java.time.Duration;
import java.time.Instant;

/**
 * Says what came of one attempt (SPEC C3, D2, D3, D5). The first line that fits decides:
 *
 * <table>
 * <caption>Precedence</caption>
 * <tr><th>what came back</th><th>outcome</th></tr>
 * <tr><td>no answer, and not one byte left</td><td>not sent</td></tr>
 * <tr><td>no answer, or not a whole one</td><td>unknown</td></tr>
 * <tr><td>any status, {@code response_quota_criteria} hold</td><td>retryable without doubt, not before the time that the
 * gateway names or, if it names none, its {@code quota_period}</td></tr>
 * <tr><td>any status, {@code response_pending_criteria} hold</td><td>unknown</td></tr>
 * <tr><td>any status, {@code response_retryable_criteria} hold</td><td>retryable; without doubt, but for a 5xx</td></tr>
 * <tr><td>any status, {@code response_refused_criteria} hold</td><td>refused</td></tr>
 * <tr><td>2xx, {@code response_success_criteria} hold</td><td>delivered, a 202 too</td></tr>
 * <tr><td>2xx, they cannot be asked, or the body is no JSON object or list, is empty or was cut off</td><td>unknown</td></tr>
 * <tr><td>2xx, they do not hold, and the status query would read the body as succeeded or pending</td><td>unknown</td></tr>
 * <tr><td>2xx, they do not hold</td><td>as {@code response_otherwise} says: refused, or unknown</td></tr>
 * <tr><td>202, without success criteria: taken, not decided</td><td>unknown</td></tr>
 * <tr><td>other 2xx, without success criteria</td><td>delivered</td></tr>
 * <tr><td>301, 307, 308: the address is wrong, nothing was done</td><td>refused</td></tr>
 * <tr><td>other 3xx: also how a gateway points to the result of what it did</td><td>unknown</td></tr>
 * <tr><td>408, 429</td><td>retryable without doubt</td></tr>
 * <tr><td>409: our key is being worked on, or was used otherwise</td><td>unknown</td></tr>
 * <tr><td>other 4xx</td><td>refused</td></tr>
 * <tr><td>5xx: may come after the work was done</td><td>retryable with a doubt</td></tr>
 * <tr><td>anything else</td><td>unknown</td></tr>
 * </table>
 *
 * The reasons are in docs/adr/0006. Compiled once for a gateway, and pure but for the count of senseless questions.
 */
final class Classification {
    private static final String NOT_UNDERSTOOD = "answer_not_understood";

    private final Answering answering;
    private final AnswerLists lists;
    private final AnswerPlaces places;
    /** Null where the gateway cannot be asked. */
    private final StatusMapping mapping;

    private final Redaction redaction;

    Classification(Gateway gateway, Redaction redaction, CriteriaEvents events) {
        this.answering = gateway.answering();
        this.lists = AnswerLists.compile(gateway, events);
        this.places = new AnswerPlaces(answering);
        this.mapping =
                gateway.statusQuery() == null ? null : new StatusMapping(gateway.name(), gateway.statusQuery(), events);
        this.redaction = redaction;
    }

    /** @param now for a date in an answer whose own clock is not told */
    Outcome of(Reply reply, Instant now) {
        if (reply instanceof Reply.Answered answered) {
            try {
                AnswerReading reading = new AnswerReading(answered, places, redaction);
                Outcome listed = byLists(reading, answered, now);
                return listed == null ? byStatus(reading) : listed;
            } catch (RuntimeException | StackOverflowError e) {
                return new Outcome.Unknown(AnswerReading.unjudged(answered, e));
            }
        }
        Reply.Failed failed = (Reply.Failed) reply;
        Answer answer = AnswerReading.failed(failed, redaction);
        return switch (failed.failure().reach()) {
            case NOTHING_LEFT -> new Outcome.NotSent(answer);
            case MAY_HAVE_LEFT -> new Outcome.Unknown(answer);
        };
    }

    /** Null where no list knows the answer. */
    private Outcome byLists(AnswerReading reading, Reply.Answered reply, Instant now) {
        Category error = reading.status() / 100 == 5 ? Category.SERVER_ERROR : Category.CLIENT_ERROR;
        Judgement quota = lists.quota().judge(reading.evidence());
        if (quota.holds()) {
            Answer answer =
                    reading.inItsWords(error, "quota_used_up", "the gateway takes no more for now", quota.because());
            return new Outcome.Retryable(
                    answer, Outcome.Doubt.NONE, quotaLeft(reply, now).toMillis());
        }
        Judgement pending = lists.pending().judge(reading.evidence());
        if (pending.holds()) {
            return new Outcome.Unknown(undecided(reading, pending.because()));
        }
        Judgement retryable = lists.retryable().judge(reading.evidence());
        if (retryable.holds()) {
            Answer answer = reading.inItsWords(error, ownCode(reading, "retry_asked_for"), null, retryable.because());
            return new Outcome.Retryable(
                    answer, error == Category.SERVER_ERROR ? Outcome.Doubt.POSSIBLE : Outcome.Doubt.NONE);
        }
        Judgement refused = lists.refused().judge(reading.evidence());
        return refused.holds()
                ? new Outcome.Refused(
                        reading.inItsWords(error, ownCode(reading, "refused_by_answer"), null, refused.because()))
                : null;
    }

    private Outcome byStatus(AnswerReading reading) {
        return switch (reading.status() / 100) {
            case 2 -> lists.success().isEmpty() ? bySuccessfulStatus(reading) : bySuccessCriteria(reading);
            case 3 -> redirected(reading);
            case 4 -> faulted(reading);
            case 5 ->
                new Outcome.Retryable(
                        reading.inItsWords(Category.SERVER_ERROR, null, null, null), Outcome.Doubt.POSSIBLE);
            default -> new Outcome.Unknown(reading.inItsWords(Category.UNKNOWN, "status_not_understood", null, null));
        };
    }

    private Outcome bySuccessCriteria(AnswerReading reading) {
        Judgement success = lists.success().judge(reading.evidence());
        String because = success.because();
        if (success.holds()) {
            return delivered(reading, because);
        }
        if (success.verdict() == Verdict.SENSELESS || !reading.body().isDocument()) {
            return new Outcome.Unknown(reading.inOurWords(
                    Category.UNKNOWN, NOT_UNDERSTOOD, "the answer is not one that the success criteria fit", because));
        }
        if (mapping != null && mapping.speaksAgainstRefusal(reading.evidence())) {
            return new Outcome.Unknown(reading.inOurWords(
                    Category.UNKNOWN,
                    "answer_contradicts_itself",
                    "the answer is no success, and names a status that is no refusal",
                    because));
        }
        return switch (answering.otherwise()) {
            case REFUSED -> new Outcome.Refused(unsuccessful(reading, Category.CLIENT_ERROR, because));
            case UNKNOWN -> new Outcome.Unknown(unsuccessful(reading, Category.UNKNOWN, because));
        };
    }

    private static Answer unsuccessful(AnswerReading reading, Category category, String because) {
        return reading.inItsWords(category, "success_criteria_not_met", "the answer is not a success", because);
    }

    private static Outcome bySuccessfulStatus(AnswerReading reading) {
        return reading.status() == 202 ? new Outcome.Unknown(undecided(reading, null)) : delivered(reading, null);
    }

    private static Outcome delivered(AnswerReading reading, String because) {
        return new Outcome.Delivered(reading.inItsWordsIfAny(Category.OK, because));
    }

    private static Answer undecided(AnswerReading reading, String because) {
        return reading.inOurWords(
                Category.UNKNOWN, "accepted_pending", "the gateway took the request and has not decided yet", because);
    }

    private static Outcome redirected(AnswerReading reading) {
        String code = "redirect_not_followed";
        return switch (reading.status()) {
            case 301, 307, 308 ->
                new Outcome.Refused(reading.inOurWords(
                        Category.CLIENT_ERROR,
                        code,
                        "the gateway's address has moved; a post is never redirected: correct the url",
                        null));
            default ->
                new Outcome.Unknown(reading.inOurWords(
                        Category.UNKNOWN, code, "the gateway points elsewhere instead of answering", null));
        };
    }

    private static Outcome faulted(AnswerReading reading) {
        return switch (reading.status()) {
            case 408, 429 ->
                new Outcome.Retryable(reading.inItsWords(Category.CLIENT_ERROR, null, null, null), Outcome.Doubt.NONE);
            case 409 -> new Outcome.Unknown(reading.inItsWords(Category.CLIENT_ERROR, "in_progress", null, null));
            default -> new Outcome.Refused(reading.inItsWords(Category.CLIENT_ERROR, null, null, null));
        };
    }

    /** Where the gateway gives no code, a status that is an error is one. */
    private static String ownCode(AnswerReading reading, String code) {
        return reading.status() >= 400 ? null : code;
    }

    /** As long as the gateway says. Who waits caps it: that is to be counted there, and once. */
    private Duration quotaLeft(Reply.Answered reply, Instant now) {
        return ComeBackHeaders.wish(reply.headers(), now).orElse(answering.quotaPeriod());
    }
}
