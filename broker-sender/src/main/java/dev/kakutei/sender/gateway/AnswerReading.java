package dev.kakutei.sender.gateway;

import dev.kakutei.boot.redact.Redaction;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.sender.criteria.AnswerFields;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * One answer that is being judged. Keeps of it what may be wanted later (SPEC D5): status code, error code, when to come
 * back, an excerpt, and which condition decided. Nothing leaves it unredacted.
 */
final class AnswerReading {
    private static final List<String> KEPT =
            List.of("retry-after", "x-ratelimit-reset", "x-ratelimit-remaining", "date");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    /** Of a time since 1970 in milliseconds. */
    private static final int LONGEST_TIME = 13;

    private static final String EXCESSIVE_WAIT = "999999999999999";
    private static final int MAX_HEADER = 128;

    private final Reply.Answered reply;
    private final AnswerBody body;
    private final AnswerPaths paths;
    private final Redaction redaction;
    private final AnswerFields fields;

    AnswerReading(Reply.Answered reply, AnswerPaths paths, Redaction redaction) {
        this.reply = reply;
        this.body = AnswerBody.of(reply);
        this.paths = paths;
        this.redaction = redaction;
        this.fields = new AnswerFields(reply.status(), reply.headers(), body.tree());
    }

    int status() {
        return reply.status();
    }

    AnswerBody body() {
        return body;
    }

    AnswerFields fields() {
        return fields;
    }

    /** The gateway's own error code; null where it gives none. */
    String code() {
        return paths.code(body);
    }

    /** @param judgedBy null where the HTTP status decided */
    Answer inOurWords(Category category, String code, String message, String judgedBy) {
        return new Answer(
                category,
                reply.status(),
                redacted(code),
                redacted(message),
                reply.elapsedMillis(),
                kept(),
                redaction.withoutSecrets(clipped(paths.reference(body))),
                body.beginning().isEmpty() ? null : redaction.redact(body.beginning()),
                judgedBy);
    }

    /** The gateway's code and message where it has some, else ours; without ours, the HTTP status. */
    Answer inItsWords(Category category, String code, String message, String judgedBy) {
        String itsCode = paths.code(body);
        String itsMessage = paths.message(body);
        String ourCode = code == null ? "http_" + reply.status() : code;
        String ourMessage = message == null ? "the gateway answered " + reply.status() : message;
        return inOurWords(
                category, itsCode == null ? ourCode : itsCode, itsMessage == null ? ourMessage : itsMessage, judgedBy);
    }

    /** The gateway's code and message, and no others. */
    Answer inItsWordsIfAny(Category category, String judgedBy) {
        return inOurWords(category, paths.code(body), paths.message(body), judgedBy);
    }

    /** What is known of a call that brought no answer. */
    static Answer failed(Reply.Failed reply, Redaction redaction) {
        Failure failure = reply.failure();
        Category category = switch (failure.reach()) {
            case NOTHING_LEFT -> failure == Failure.TOO_LATE ? Category.NOT_ATTEMPTED : Category.NOT_CONNECTED;
            case MAY_HAVE_LEFT -> Category.NO_ANSWER;
        };
        String detail = redaction.redact(clipped(reply.detail()));
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

    /** What is kept where judging itself failed: that is a mistake of ours, and must not cost the report. */
    static Answer unjudged(Reply.Answered reply, Throwable mistake) {
        return new Answer(
                Category.UNKNOWN,
                reply.status(),
                "answer_not_judged",
                "the answer could not be judged: " + mistake.getClass().getName(),
                reply.elapsedMillis(),
                Map.of(),
                null,
                null);
    }

    private Map<String, String> kept() {
        Map<String, String> kept = new TreeMap<>();
        for (String name : KEPT) {
            String value = reply.headers().get(name);
            if (value != null) {
                String clean = keepable(redaction.withoutSecrets(clipped(value)).strip());
                kept.put(name, clean.length() <= MAX_HEADER ? clean : clean.substring(0, MAX_HEADER));
            }
        }
        return kept;
    }

    /** A number that is too large for a time says "excessively long" just as well when it is not the one that was sent. */
    private String keepable(String value) {
        if (!DIGITS.matcher(value).matches()) {
            return redaction.redact(value);
        }
        return value.length() <= LONGEST_TIME ? value : EXCESSIVE_WAIT;
    }

    private String redacted(String text) {
        return redaction.redact(clipped(text));
    }

    /** Redaction takes time, and no more than this is ever kept. */
    private static String clipped(String text) {
        return text == null || text.length() <= AnswerBody.WINDOW ? text : text.substring(0, AnswerBody.WINDOW);
    }
}
