package dev.kakutei.schemas.gateway;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * Regexes on an engine whose time grows with the text and no faster (SPEC D4). The engine has no limit of its own on
 * counted repetition: {@code ((a{1000}){1000}){1000}} is short, and takes all memory when it is compiled. So its size is
 * estimated before.
 */
public final class LinearPattern {
    public static final int MAX_LENGTH = 512;
    /** Of the compiled program; each costs a little for every character of a text. */
    public static final int MAX_SIZE = 2000;

    private LinearPattern() {}

    /** @throws IllegalArgumentException which says what is wrong with it */
    public static Pattern compile(String regex) {
        if (regex.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a pattern has at most " + MAX_LENGTH + " characters, not " + regex.length());
        }
        if (new SizeEstimate(regex).size() > MAX_SIZE) {
            throw new IllegalArgumentException("a pattern that repeats too much: written out, it has more than "
                    + MAX_SIZE + " parts; repeat less, or use * and +");
        }
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "is not a pattern: " + e.getDescription() + " at \"" + e.getPattern()
                            + "\"; patterns are those of RE2, without look-around and back-references",
                    e);
        }
    }

    /** An upper bound of the parts that a regex has when its counted repetitions are written out. */
    private static final class SizeEstimate {
        private static final int DEEPEST = MAX_LENGTH + 1;

        private final String regex;
        /** The sum of what is open at each depth of parentheses. */
        private final long[] sums = new long[DEEPEST];

        private int depth;
        /** The size of what a repetition would repeat. */
        private long last;

        private int at;

        SizeEstimate(String regex) {
            this.regex = regex;
        }

        long size() {
            while (at < regex.length() && sums[depth] <= MAX_SIZE) {
                step(regex.charAt(at));
            }
            long size = 0;
            for (int open = 0; open <= depth; open++) {
                size += sums[open];
            }
            return size;
        }

        private void step(char c) {
            switch (c) {
                case '(' -> {
                    depth++;
                    sums[depth] = 2;
                    at++;
                }
                case ')' -> close();
                case '[' -> part(endOfClass());
                case '\\' -> part(endOfEscape());
                case '{' -> repeat();
                default -> part(at + 1);
            }
        }

        private void part(int end) {
            last = Math.max(1, regex.startsWith("\\Q", at) ? end - at : 1);
            sums[depth] += last;
            at = end;
        }

        private void close() {
            at++;
            if (depth > 0) {
                last = sums[depth];
                depth--;
                sums[depth] += last;
            }
        }

        private void repeat() {
            int end = regex.indexOf('}', at);
            long times = end < 0 ? -1 : times(regex.substring(at + 1, end));
            if (times < 0) {
                part(at + 1);
                return;
            }
            sums[depth] += last * times;
            last += last * times;
            at = end + 1;
        }

        /** Of {@code 3}, {@code 3,} or {@code 3,5}: the maximum; -1 where it is something else. */
        private static long times(String counts) {
            if (!counts.matches("[0-9]{1,9}(,[0-9]{0,9})?")) {
                return -1;
            }
            long max = 0;
            for (String count : counts.split(",")) {
                max = Math.max(max, Long.parseLong(count));
            }
            return max;
        }

        /** A class may begin with a bracket that does not end it, and name others: {@code []a]}, {@code [[:alpha:]]}. */
        private int endOfClass() {
            int next = at + 1;
            if (regex.startsWith("^", next)) {
                next++;
            }
            if (regex.startsWith("]", next)) {
                next++;
            }
            while (next < regex.length() && regex.charAt(next) != ']') {
                if (regex.startsWith("[:", next) && regex.indexOf(":]", next + 2) > 0) {
                    next = regex.indexOf(":]", next + 2) + 2;
                } else {
                    next += regex.charAt(next) == '\\' ? 2 : 1;
                }
            }
            return Math.min(next + 1, regex.length());
        }

        /** {@code \d}, {@code \pL}, {@code \p{Greek}}, {@code \x{10FFFF}}, {@code \Q…\E}. */
        private int endOfEscape() {
            if (regex.startsWith("\\Q", at)) {
                int end = regex.indexOf("\\E", at + 2);
                return end < 0 ? regex.length() : end + 2;
            }
            boolean braced = regex.startsWith("{", at + 2) && "pPx".indexOf(regex.charAt(at + 1)) >= 0;
            int end = braced ? regex.indexOf('}', at) + 1 : at + 2;
            return end <= at ? at + 2 : Math.min(end, regex.length());
        }
    }
}
