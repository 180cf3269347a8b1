package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.kakutei.boot.redact.CardNumbers;
import dev.kakutei.sender.criteria.AnswerJson;
import java.nio.charset.Charset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The body of an answer as far as it can be understood, read once. A body that is not JSON has no fields, and that is
 * all: it is a clear outcome, not an exception (SPEC D2).
 */
final class AnswerBody {
    /** What is looked at before it is shortened to the excerpt, so that redaction sees a secret whole. */
    static final int WINDOW = 4096;

    private static final Pattern CHARSET =
            Pattern.compile("charset\\s{0,9}=\\s{0,9}\"?([A-Za-z0-9._:+-]{1,40})", Pattern.CASE_INSENSITIVE);

    private final JsonNode tree;
    private final String beginning;

    private AnswerBody(JsonNode tree, String beginning) {
        this.tree = tree;
        this.beginning = beginning;
    }

    static AnswerBody of(Reply.Answered reply) {
        Charset charset = charset(reply.headers().get("content-type"));
        byte[] body = reply.body();
        String text = new String(body, 0, Math.min(body.length, WINDOW), charset);
        String beginning = body.length <= WINDOW && reply.extent() == Reply.Extent.WHOLE ? text : cut(text);
        JsonNode tree =
                reply.extent() == Reply.Extent.WHOLE ? AnswerJson.read(body, charset) : MissingNode.getInstance();
        return new AnswerBody(tree, beginning);
    }

    /** A missing node where the body is not JSON, or not all of it was read. */
    JsonNode tree() {
        return tree;
    }

    /** Whether it is JSON that can say something: an object or a list. */
    boolean isDocument() {
        return tree.isContainerNode();
    }

    /** The text or number at this place; null where there is none. */
    String text(String... path) {
        JsonNode node = tree;
        for (String name : path) {
            node = node.path(name);
        }
        return node.isTextual() || node.isNumber() ? node.asText() : null;
    }

    String firstText(String... names) {
        for (String name : names) {
            String text = text(name);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    /** Empty where there is no body. */
    String beginning() {
        return beginning;
    }

    /** Half of a card's number does not look like one, so digits at the cut are left out. */
    private static String cut(String text) {
        int end = text.length();
        int least = Math.max(0, end - CardNumbers.LONGEST_WRITTEN);
        while (end > least
                && (CardNumbers.digit(text.charAt(end - 1)) || CardNumbers.separator(text.charAt(end - 1)))) {
            end--;
        }
        return text.substring(0, end);
    }

    /** JSON is UTF-8, but older gateways say otherwise, and mean it. */
    private static Charset charset(String contentType) {
        Matcher named = CHARSET.matcher(contentType == null ? "" : contentType);
        try {
            return named.find() ? Charset.forName(named.group(1)) : UTF_8;
        } catch (IllegalArgumentException e) {
            return UTF_8;
        }
    }
}
