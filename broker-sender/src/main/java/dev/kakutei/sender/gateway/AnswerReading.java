package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps of a reply what may be wanted later: status code, error code, when to come back, an excerpt (SPEC D5). */
final class AnswerReading {
    private static final List<String> KEPT =
            List.of("retry-after", "x-ratelimit-reset", "x-ratelimit-remaining", "date");
    private static final int MAX_HEADER = 128;

    private AnswerReading() {}

    /** @param code our word for the ending, for where the gateway has none; may be null */
    static Answer answered(Reply.Answered reply, AnswerBody body, Category category, String code, String message) {
        return new Answer(
                category,
                reply.status(),
                code,
                message,
                reply.elapsedMillis(),
                kept(reply.headers()),
                body.firstText("id", "reference"),
                body.excerpt());
    }

    static Answer failed(Reply.Failed reply) {
        Failure failure = reply.failure();
        Category category = switch (failure.reach()) {
            case NOTHING_LEFT -> failure == Failure.TOO_LATE ? Category.NOT_ATTEMPTED : Category.NOT_CONNECTED;
            case MAY_HAVE_LEFT -> Category.NO_ANSWER;
        };
        String detail = Redaction.redact(reply.detail());
        return new Answer(
                category,
                reply.status() == 0 ? null : reply.status(),
                failure.code(),
                detail == null ? failure.sentence() : failure.sentence() + ": " + detail,
                reply.elapsedMillis(),
                Map.of(),
                null,
                null);
    }

    private static Map<String, String> kept(Map<String, String> headers) {
        Map<String, String> kept = new TreeMap<>();
        for (String name : KEPT) {
            String value = headers.get(name);
            if (value != null) {
                kept.put(name, value.length() <= MAX_HEADER ? value : value.substring(0, MAX_HEADER));
            }
        }
        return kept;
    }
}
