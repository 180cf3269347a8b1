package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * What was learnt from one call to a gateway, kept to the end so that a 429, a 503 and a 504 stay distinguishable
 * (SPEC D5).
 *
 * @param statusCode the HTTP status as the gateway gave it; null where there was no answer
 * @param code a short machine-readable word for the ending: the gateway's own error code, or one of ours
 * @param message a sentence for people; never a secret
 * @param headers only those that say when to call again, in lower case, as they were sent
 * @param reference the gateway's own name for what it did; null where it gave none
 * @param excerpt the beginning of the body, bounded and redacted
 * @param judgedBy the list and the condition of the gateway's file that decided what it means; null where the HTTP
 *     status did, or there was no answer
 */
public record Answer(
        Category category,
        Integer statusCode,
        String code,
        String message,
        long elapsedMillis,
        Map<String, String> headers,
        String reference,
        String excerpt,
        String judgedBy) {
    public static final int MAX_TEXT = 512;
    public static final int MAX_EXCERPT = 2048;

    public Answer {
        requireNonNull(category, "category");
        if (elapsedMillis < 0) {
            throw new IllegalArgumentException("a call cannot take " + elapsedMillis + " ms");
        }
        code = bounded(code, MAX_TEXT);
        message = bounded(message, MAX_TEXT);
        reference = bounded(reference, MAX_TEXT);
        excerpt = bounded(excerpt, MAX_EXCERPT);
        judgedBy = bounded(judgedBy, MAX_TEXT);
        headers = headers == null ? Map.of() : Map.copyOf(headers);
    }

    /** An answer that was judged by its HTTP status. */
    public Answer(
            Category category,
            Integer statusCode,
            String code,
            String message,
            long elapsedMillis,
            Map<String, String> headers,
            String reference,
            String excerpt) {
        this(category, statusCode, code, message, elapsedMillis, headers, reference, excerpt, null);
    }

    /** An ending that no gateway answered: only a word and a sentence are known. */
    public static Answer none(Category category, String code, String message) {
        return new Answer(category, null, code, message, 0, Map.of(), null, null);
    }

    /**
     * Whether the gateway shows with it that it has the request: a 2xx with a reference of its own. One that only repeats
     * our id shows less, because a gateway repeats what it was asked for also where it has nothing.
     */
    public boolean acknowledges(RequestId id) {
        return statusCode != null
                && statusCode / 100 == 2
                && reference != null
                && !reference.isBlank()
                && !reference.equals(id.toString());
    }

    private static String bounded(String text, int limit) {
        return text == null ? null : WireText.sound(text, limit);
    }
}
