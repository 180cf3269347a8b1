package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Outcome;

/**
 * Says what came of one attempt, by the HTTP status alone (SPEC C3, D5). Pure.
 *
 * <ul>
 *   <li>A 202 is not a decision: the gateway took the request and will decide later, so the outcome is unknown.
 *   <li>A 409 says that our key is being worked on or was used otherwise: nothing failed, and nothing is known.
 *   <li>301, 307 and 308 say that the address is wrong and nothing was done. The other 3xx are also how a gateway points
 *       to the result of what it did, so they are unknown.
 *   <li>A 5xx may come after the work was done: it may be tried again only where that is safe.
 * </ul>
 */
final class Classification {
    private Classification() {}

    static Outcome of(Reply reply) {
        if (reply instanceof Reply.Answered answered) {
            return answered(answered);
        }
        Reply.Failed failed = (Reply.Failed) reply;
        Answer answer = AnswerReading.failed(failed);
        return switch (failed.failure().reach()) {
            case NOTHING_LEFT -> new Outcome.NotSent(answer);
            case MAY_HAVE_LEFT -> new Outcome.Unknown(answer);
        };
    }

    private static Outcome answered(Reply.Answered reply) {
        AnswerBody body = AnswerBody.of(reply);
        int status = reply.status();
        return switch (status / 100) {
            case 2 ->
                status == 202
                        ? new Outcome.Unknown(AnswerReading.answered(
                                reply,
                                body,
                                Category.UNKNOWN,
                                "accepted_pending",
                                "the gateway took the request and has not decided yet"))
                        : new Outcome.Delivered(
                                AnswerReading.answered(reply, body, Category.OK, body.errorCode(), body.message()));
            case 3 -> redirected(reply, body);
            case 4 -> faulted(reply, body);
            case 5 -> new Outcome.Retryable(error(reply, body, Category.SERVER_ERROR, null), Outcome.Doubt.POSSIBLE);
            default -> new Outcome.Unknown(error(reply, body, Category.UNKNOWN, "status_not_understood"));
        };
    }

    private static Outcome redirected(Reply.Answered reply, AnswerBody body) {
        String code = "redirect_not_followed";
        return switch (reply.status()) {
            case 301, 307, 308 ->
                new Outcome.Refused(AnswerReading.answered(
                        reply,
                        body,
                        Category.CLIENT_ERROR,
                        code,
                        "the gateway's address has moved; a post is never redirected: correct the url"));
            default ->
                new Outcome.Unknown(AnswerReading.answered(
                        reply, body, Category.UNKNOWN, code, "the gateway points elsewhere instead of answering"));
        };
    }

    private static Outcome faulted(Reply.Answered reply, AnswerBody body) {
        return switch (reply.status()) {
            case 408, 429 -> new Outcome.Retryable(error(reply, body, Category.CLIENT_ERROR, null), Outcome.Doubt.NONE);
            case 409 -> new Outcome.Unknown(error(reply, body, Category.CLIENT_ERROR, "in_progress"));
            default -> new Outcome.Refused(error(reply, body, Category.CLIENT_ERROR, null));
        };
    }

    private static Answer error(Reply.Answered reply, AnswerBody body, Category category, String fallback) {
        String own = fallback == null ? "http_" + reply.status() : fallback;
        String code = body.errorCode() == null ? own : body.errorCode();
        String message = body.message() == null ? "the gateway answered " + reply.status() : body.message();
        return AnswerReading.answered(reply, body, category, code, message);
    }
}
