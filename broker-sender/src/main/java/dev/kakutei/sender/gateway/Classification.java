package dev.kakutei.sender.gateway;

import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.AnswerRules;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.criteria.CriteriaEvents;
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
 * <tr><td>any status, {@code response_retryable_criteria} hold</td><td>retryable; without doubt, except for a 5xx, and for a
 * 408 unless the list looks at the status</td></tr>
 * <tr><td>any status, {@code response_refused_criteria} hold</td><td>refused</td></tr>
 * <tr><td>2xx, {@code response_success_criteria} hold</td><td>delivered, a 202 too</td></tr>
 * <tr><td>2xx, they do not hold, and they or a list above were not applicable, or the body is no JSON object or list,
 * is empty or was cut off</td><td>unknown</td></tr>
 * <tr><td>2xx, they do not hold, and the status query would read the body as succeeded or pending</td><td>unknown</td></tr>
 * <tr><td>2xx, they do not hold</td><td>as {@code response_otherwise} says: refused, or unknown</td></tr>
 * <tr><td>202, without success criteria: taken, not decided</td><td>unknown</td></tr>
 * <tr><td>other 2xx, without success criteria</td><td>delivered</td></tr>
 * <tr><td>301, 307, 308: the address is wrong, nothing was done</td><td>refused</td></tr>
 * <tr><td>other 3xx: also how a gateway points to the result of what it did</td><td>unknown</td></tr>
 * <tr><td>408: also what a proxy says that gave up on a gateway at work</td><td>retryable with a doubt</td></tr>
 * <tr><td>429</td><td>retryable without doubt</td></tr>
 * <tr><td>409: our key is being worked on, or was used otherwise</td><td>unknown</td></tr>
 * <tr><td>other 4xx</td><td>refused</td></tr>
 * <tr><td>5xx: may come after the work was done</td><td>retryable with a doubt</td></tr>
 * <tr><td>anything else</td><td>unknown</td></tr>
 * </table>
 *
 * The reasons are in docs/adr/0006. Compiled once for a gateway, and pure but for the count of conditions that are not
 * applicable.
 */
final class Classification {
    private final AnswerRules rules;
    private final AnswerLists lists;
    private final AnswerPaths paths;
    /** Null where the gateway cannot be asked. */
    private final StatusMapping mapping;

    private final Redaction redaction;

    Classification(Gateway gateway, Redaction redaction, CriteriaEvents events) {
        this.rules = gateway.answerRules();
        this.lists = AnswerLists.compile(gateway, events);
        this.paths = new AnswerPaths(rules);
        this.mapping =
                gateway.statusQuery() == null ? null : new StatusMapping(gateway.name(), gateway.statusQuery(), events);
        this.redaction = redaction;
    }

    /** @param now for a date in an answer that names no time of its own */
    Outcome of(Reply reply, Instant now) {
        if (reply instanceof Reply.Answered answered) {
            try {
                AnswerReading reading = new AnswerReading(answered, paths, redaction);
                return new PostAnswer(reading, lists, rules, mapping, now).outcome();
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
}
