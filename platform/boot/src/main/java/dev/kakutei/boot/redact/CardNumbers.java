package dev.kakutei.boot.redact;

import java.util.ArrayList;
import java.util.List;

/**
 * Masks what passes for a card's number, but for its last four digits. Digits may be grouped by single blanks or hyphens,
 * as cards are printed; other numbers may stand before and after, so every row of whole groups is tried.
 */
public final class CardNumbers {
    private static final int SHORTEST = 13;
    private static final int LONGEST = 19;
    private static final int SHOWN = 4;
    /** With a separator after each digit. */
    public static final int LONGEST_WRITTEN = 2 * LONGEST;

    /** Digits without a gap. */
    private record Group(int from, int end) {
        int length() {
            return end - from;
        }
    }

    private CardNumbers() {}

    static String masked(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        int from = 0;
        while (from < text.length()) {
            if (!digit(text.charAt(from))) {
                clean.append(text.charAt(from++));
                continue;
            }
            List<Group> groups = groups(text, from);
            int end = groups.get(groups.size() - 1).end();
            append(clean, text, groups);
            from = end;
        }
        return clean.toString();
    }

    private static List<Group> groups(String text, int from) {
        List<Group> groups = new ArrayList<>();
        int begin = from;
        while (true) {
            int end = begin;
            while (end < text.length() && digit(text.charAt(end))) {
                end++;
            }
            groups.add(new Group(begin, end));
            if (end + 1 >= text.length() || !separator(text.charAt(end)) || !digit(text.charAt(end + 1))) {
                return groups;
            }
            begin = end + 1;
        }
    }

    private static void append(StringBuilder clean, String text, List<Group> groups) {
        int at = groups.get(0).from();
        int first = 0;
        while (first < groups.size()) {
            int last = lastOfCard(text, groups, first);
            if (last < 0) {
                first++;
                continue;
            }
            int end = groups.get(last).end();
            clean.append(text, at, groups.get(first).from())
                    .append(Redaction.MASK)
                    .append(text, end - SHOWN, end);
            at = end;
            first = last + 1;
        }
        clean.append(text, at, groups.get(groups.size() - 1).end());
    }

    /** The last group of the longest card that begins with this one; -1 where none does. */
    private static int lastOfCard(String text, List<Group> groups, int first) {
        int digits = 0;
        int found = -1;
        for (int last = first; last < groups.size(); last++) {
            digits += groups.get(last).length();
            if (digits > LONGEST) {
                break;
            }
            if (digits >= SHORTEST
                    && checks(text, groups.get(first).from(), groups.get(last).end())) {
                found = last;
            }
        }
        return found;
    }

    /** The check digit of all cards. */
    private static boolean checks(String text, int from, int end) {
        int sum = 0;
        int digits = 0;
        for (int i = end - 1; i >= from; i--) {
            if (digit(text.charAt(i))) {
                int value = text.charAt(i) - '0';
                int doubled = digits % 2 == 1 ? 2 * value : value;
                sum += doubled > 9 ? doubled - 9 : doubled;
                digits++;
            }
        }
        return sum % 10 == 0;
    }

    public static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    public static boolean separator(char c) {
        return c == ' ' || c == '-';
    }
}
