package dev.kakutei.http;

import dev.kakutei.schemas.WireText;
import dev.kakutei.schemas.request.Violation;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The query parameters, each read once; collects every mistake in them. */
public final class QueryString {
    private static final int LONGEST_NAME = 50;

    private final Map<String, List<String>> given = new LinkedHashMap<>();
    private final Map<String, String> asked = new LinkedHashMap<>();
    private final List<Violation> violations = new ArrayList<>();

    /** @param query as it came; null for none */
    public QueryString(String query) {
        if (query == null || query.isEmpty()) {
            return;
        }
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = decoded(equals < 0 ? "" : pair.substring(equals + 1));
            if (name == null || value == null) {
                violations.add(new Violation(shown(pair), "is not percent-encoded UTF-8"));
            } else if (!name.isEmpty() || !value.isEmpty()) {
                given.computeIfAbsent(name, none -> new ArrayList<>()).add(value);
            }
        }
    }

    /** Empty where it is not given; a parameter without a value is not given. */
    public Optional<String> one(String name) {
        List<String> values = many(name);
        if (values.size() > 1) {
            mistake(name, "is given more than once");
            return Optional.empty();
        }
        return values.stream().findFirst();
    }

    public List<String> many(String name) {
        List<String> values = given.getOrDefault(name, List.of()).stream()
                .filter(value -> !value.isEmpty())
                .toList();
        asked.put(name, values.isEmpty() ? "" : values.get(0));
        return values;
    }

    /** @param read empty for what it cannot read */
    public <T> T one(String name, Function<String, Optional<T>> read, String expected) {
        Optional<String> value = one(name);
        if (value.isEmpty()) {
            return null;
        }
        Optional<T> understood = read.apply(value.get());
        if (understood.isEmpty()) {
            mistake(name, "must be " + expected);
        }
        return understood.orElse(null);
    }

    public void mistake(String name, String message) {
        violations.add(new Violation(name, message));
    }

    /** Call when everything was asked for: what was not is unknown. */
    public void check() throws Refused {
        given.keySet().stream()
                .filter(name -> !asked.containsKey(name))
                .forEach(name -> violations.add(new Violation(
                        shown(name), "is not a parameter here; there are: " + String.join(", ", asked.keySet()))));
        if (!violations.isEmpty()) {
            throw new Refused(Problem.invalidParameters(violations));
        }
    }

    private static String decoded(String text) {
        try {
            String decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
            return decoded.indexOf('\uFFFD') >= 0 || !WireText.isSound(decoded) ? null : decoded;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** A hostile name is cut, so that the error can be shown. */
    private static String shown(String name) {
        return WireText.sound(name, LONGEST_NAME) + (name.length() > LONGEST_NAME ? "…" : "");
    }
}
