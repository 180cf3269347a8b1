package dev.kakutei.schemas.gateway;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of JSONPath that a file may use: names, positions and "each of". Searches, filters, slices and functions are
 * left out, so that what a path costs is bounded by the answer's size.
 */
final class JsonPathSyntax {
    static final int MAX_STEPS = 20;
    static final int MAX_LENGTH = 500;

    private static final Pattern STEP =
            Pattern.compile("\\.[\\p{L}\\p{N}_-]+|\\['[^'\\\\\\p{Cntrl}]+'\\]|\\[[0-9]{1,5}\\]|\\[\\*\\]");

    private static final String FORM = "a path is made of $, .name, ['name'], [0] and [*], such as $.error.code";

    private JsonPathSyntax() {}

    /** What is wrong with a path that may find many values; empty where nothing is. */
    static Optional<String> complaint(String path) {
        if (!path.startsWith("$")) {
            return Optional.of("must begin with '$', not \"" + shown(path) + "\": " + FORM);
        }
        if (path.length() > MAX_LENGTH) {
            return Optional.of("must have at most " + MAX_LENGTH + " characters, not " + path.length());
        }
        Matcher matcher = STEP.matcher(path);
        int at = 1;
        int steps = 0;
        while (at < path.length()) {
            matcher.region(at, path.length());
            if (!matcher.lookingAt()) {
                return Optional.of(
                        "\"" + shown(path) + "\" is not understood from \"" + path.substring(at) + "\" on: " + FORM);
            }
            at = matcher.end();
            steps++;
        }
        return steps <= MAX_STEPS
                ? Optional.empty()
                : Optional.of("must have at most " + MAX_STEPS + " steps, not " + steps);
    }

    /** What is wrong with a path that must find one place. */
    static Optional<String> complaintOfOne(String path) {
        return complaint(path)
                .or(() -> path.contains("[*]")
                        ? Optional.of("must name one place; write [0] instead of [*]")
                        : Optional.empty());
    }

    private static String shown(String path) {
        return path.length() <= 100 ? path : path.substring(0, 100) + "…";
    }
}
