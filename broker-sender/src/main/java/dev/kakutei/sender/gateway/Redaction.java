package dev.kakutei.sender.gateway;

import java.util.regex.Pattern;

/**
 * Takes out of a text what must not be stored: card numbers, bearer tokens, values of fields that are named like
 * secrets. It errs on the side of taking out: one number in ten that is long enough passes for a card's (SPEC F4).
 */
final class Redaction {
    static final String MASK = "***";
    private static final int SHORTEST_CARD = 13;
    private static final int LONGEST_CARD = 19;
    private static final int SHOWN = 4;
    /** Possessive and without nesting: one pass, whatever the text. */
    private static final Pattern BEARER =
            Pattern.compile("\\b(bearer|basic)\\s++[a-z0-9._~+/=-]{6,}+", Pattern.CASE_INSENSITIVE);

    private static final Pattern SECRET_FIELD = Pattern.compile(
            "(\"[a-z0-9_-]{0,40}(?:password|secret|api_?key|access_?token|refresh_?token|authorization|cvv|cvc)\""
                    + "\\s{0,9}+:\\s{0,9}+)(\"[^\"]*+\"?|[0-9]++)",
            Pattern.CASE_INSENSITIVE);

    private Redaction() {}

    static String redact(String text) {
        if (text == null) {
            return null;
        }
        String named = SECRET_FIELD.matcher(text).replaceAll("$1\"" + MASK + "\"");
        return cards(BEARER.matcher(named).replaceAll("$1 " + MASK));
    }

    private static String cards(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        int from = 0;
        while (from < text.length()) {
            if (!digit(text.charAt(from))) {
                clean.append(text.charAt(from++));
                continue;
            }
            int end = endOfRun(text, from);
            String run = text.substring(from, end);
            clean.append(isCard(run) ? MASK + run.substring(run.length() - SHOWN) : run);
            from = end;
        }
        return clean.toString();
    }

    /** A run of digits may be broken by single blanks or hyphens, as cards are printed. */
    private static int endOfRun(String text, int from) {
        int end = from;
        while (end < text.length()) {
            if (digit(text.charAt(end))) {
                end++;
            } else if (separator(text.charAt(end)) && end + 1 < text.length() && digit(text.charAt(end + 1))) {
                end += 2;
            } else {
                break;
            }
        }
        return end;
    }

    private static boolean isCard(String run) {
        int sum = 0;
        int digits = 0;
        for (int i = run.length() - 1; i >= 0; i--) {
            if (digit(run.charAt(i))) {
                int value = run.charAt(i) - '0';
                int doubled = digits % 2 == 1 ? 2 * value : value;
                sum += doubled > 9 ? doubled - 9 : doubled;
                digits++;
            }
        }
        return digits >= SHORTEST_CARD && digits <= LONGEST_CARD && sum % 10 == 0;
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean separator(char c) {
        return c == ' ' || c == '-';
    }
}
