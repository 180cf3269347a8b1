package dev.kakutei.boot.redact;

/** How far a value of JSON reaches in a text that may have been cut off anywhere. */
final class JsonExtent {
    private JsonExtent() {}

    /** The place after the value that begins here; here, where it is no text, number, object or list. */
    static int end(String text, int from) {
        if (from == text.length()) {
            return from;
        }
        return switch (text.charAt(from)) {
            case '"' -> endOfText(text, from + 1);
            case '\\' -> endOfQuotedText(text, from);
            case '{', '[' -> endOfContainer(text, from);
            default -> endOfNumber(text, from);
        };
    }

    private static int endOfText(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end + 1, text.length());
    }

    /** JSON inside a text: its quotes are {@code \"}, or with more backslashes deeper inside. */
    private static int endOfQuotedText(String text, int from) {
        int quote = text.indexOf('"', from);
        if (quote < 0) {
            return text.length();
        }
        String mark = text.substring(from, quote + 1);
        int end = text.indexOf(mark, quote + 1);
        return end < 0 ? text.length() : end + mark.length();
    }

    private static int endOfContainer(String text, int from) {
        int depth = 0;
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                at = endOfText(text, at);
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return at;
            }
        }
        return text.length();
    }

    private static int endOfNumber(String text, int from) {
        int end = from;
        while (end < text.length() && "0123456789+-.eE".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }
}
