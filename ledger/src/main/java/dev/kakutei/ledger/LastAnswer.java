package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;

/**
 * What is shown of the gateway's latest answer. All of it is null where nothing was heard.
 *
 * @param errorCode what went wrong, in the gateway's words or ours; null where nothing did
 * @param statusCode null for an ending without one
 * @param reference the gateway's own name for the request, by the last answer that had one
 * @param excerpt of the answer's body
 */
public record LastAnswer(String errorCode, String errorMessage, Integer statusCode, String reference, String excerpt) {
    static final LastAnswer NONE = new LastAnswer(null, null, null, null, null);

    /** The latest answer is shown as it was; an ending without a status code must not show an older one's. */
    LastAnswer heard(Answer answer) {
        return new LastAnswer(
                answer.code(), answer.message(), answer.statusCode(), latest(answer.reference()), answer.excerpt());
    }

    /** A question that settled nothing must not overwrite how the attempt ended: a 504 stays a 504 (SPEC C6, D5). */
    LastAnswer named(Answer answer) {
        return new LastAnswer(errorCode, errorMessage, statusCode, latest(answer.reference()), excerpt);
    }

    LastAnswer withoutError() {
        return new LastAnswer(null, null, statusCode, reference, excerpt);
    }

    private String latest(String other) {
        return other == null ? reference : other;
    }
}
