package dev.kakutei.boot.redact;

/**
 * Masks the values of fields that are named like secrets: in JSON, also inside a text of JSON, in XML and in forms. One
 * pass over the text, with a bounded look-behind for the names.
 */
final class SecretFields {
    private static final int MAX_NAME_LENGTH = 64;
    private static final int MAX_BLANKS = 9;
    private static final int MAX_BACKSLASHES = 3;
    private static final int MAX_TAG_LENGTH = 300;

    private final String text;
    private final StringBuilder clean;
    private int copied;

    private SecretFields(String text) {
        this.text = text;
        this.clean = new StringBuilder(text.length());
    }

    static String masked(String text) {
        return new SecretFields(text).masked();
    }

    private String masked() {
        int at = 0;
        while (at < text.length()) {
            int next = switch (text.charAt(at)) {
                case ':' -> afterColon(at);
                case '=' -> afterEquals(at);
                case '<' -> afterTag(at);
                default -> at;
            };
            at = next + 1;
        }
        return clean.append(text, copied, text.length()).toString();
    }

    /** Each returns the last place that it has seen. */
    private int afterColon(int colon) {
        int quote = colon - 1;
        while (quote >= 0 && colon - quote <= MAX_BLANKS && isBlank(text.charAt(quote))) {
            quote--;
        }
        if (quote < 0 || text.charAt(quote) != '"') {
            return colon;
        }
        int end = quote;
        while (end > 0 && quote - end < MAX_BACKSLASHES && text.charAt(end - 1) == '\\') {
            end--;
        }
        int from = beginOfName(end);
        if (from == 0 || text.charAt(from - 1) != '"' || !SecretNames.has(text.substring(from, end))) {
            return colon;
        }
        int value = colon + 1;
        while (value < text.length() && value - colon <= MAX_BLANKS && isBlank(text.charAt(value))) {
            value++;
        }
        int valueEnd = JsonExtent.end(text, value);
        return valueEnd == value ? colon : mask(value, valueEnd, "\"" + Redaction.MASK + "\"");
    }

    private int afterEquals(int equals) {
        if (!SecretNames.has(text.substring(beginOfName(equals), equals))) {
            return equals;
        }
        int from = equals + 1;
        boolean quoted = from < text.length() && "\"'".indexOf(text.charAt(from)) >= 0;
        String ends = quoted ? text.substring(from, from + 1) : "& \t\r\n\"'<>,;";
        int value = quoted ? from + 1 : from;
        int end = value;
        while (end < text.length() && ends.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end == value ? equals : mask(value, end, Redaction.MASK);
    }

    private int afterTag(int open) {
        int end = open + 1;
        while (end < text.length() && isOfName(text.charAt(end)) && end - open <= MAX_NAME_LENGTH) {
            end++;
        }
        int close = end;
        while (close < text.length() && text.charAt(close) != '>' && close - open <= MAX_TAG_LENGTH) {
            close++;
        }
        if (close == text.length() || text.charAt(close) != '>' || !SecretNames.has(text.substring(open + 1, end))) {
            return open;
        }
        int next = text.indexOf('<', close);
        int valueEnd = next < 0 ? text.length() : next;
        return valueEnd == close + 1 ? close : mask(close + 1, valueEnd, Redaction.MASK);
    }

    private int mask(int from, int end, String mask) {
        clean.append(text, copied, from).append(mask);
        copied = end;
        return end - 1;
    }

    private int beginOfName(int end) {
        int from = end;
        while (from > copied && end - from < MAX_NAME_LENGTH && isOfName(text.charAt(from - 1))) {
            from--;
        }
        return from;
    }

    /** The colon is for the prefixes of XML. */
    private static boolean isOfName(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '-'
                || c == '.'
                || c == ':';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
