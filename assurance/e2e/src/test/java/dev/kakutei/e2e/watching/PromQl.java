package dev.kakutei.e2e.watching;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of PromQL that the rules are written in, read into a tree. The dashboard uses a little more of it; that is
 * read as well, so that its names can be held against what is there, but not evaluated.
 */
final class PromQl {
    /** A node of the tree. */
    sealed interface Node permits Number, Selector, Aggregate, Function, Binary {}

    record Number(double value) implements Node {}

    /** @param rangeSeconds 0 for the latest value */
    record Selector(String name, Map<String, String> labels, int rangeSeconds) implements Node {}

    record Aggregate(String operation, Set<String> by, Node over) implements Node {}

    record Function(String name, List<Node> arguments) implements Node {}

    record Binary(String operation, Node left, Node right) implements Node {}

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([0-9]+(?:\\.[0-9]+)?)(?![a-z0-9])|([a-zA-Z_:][a-zA-Z0-9_:]*)|\"([^\"]*)\"|\\[([0-9]+)([smhd])]"
                    + "|(==|!=|>=|<=|[-+*/(){},=<>]))");
    private static final Set<String> AGGREGATES = Set.of("sum", "max", "min", "count", "avg");
    private static final Set<String> FUNCTIONS =
            Set.of("increase", "rate", "absent", "vector", "histogram_quantile", "max_over_time");
    private static final List<Set<String>> PRECEDENCE =
            List.of(Set.of("or"), Set.of("==", "!=", ">=", "<=", "<", ">"), Set.of("+", "-"), Set.of("*", "/"));

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int at;

    private PromQl(String text) {
        this.text = text;
        Matcher matcher = TOKEN.matcher(text.strip());
        int end = 0;
        while (end < text.strip().length()) {
            if (!matcher.find(end) || matcher.start() != end) {
                throw new AssertionError("cannot read \"" + text.strip().substring(end) + "\" of " + text);
            }
            tokens.add(token(matcher));
            end = matcher.end();
        }
    }

    static Node parse(String text) {
        PromQl parser = new PromQl(text);
        Node node = parser.binary(0);
        if (parser.at < parser.tokens.size()) {
            throw new AssertionError("what is " + parser.peek() + " in " + text);
        }
        return node;
    }

    /** The names of all metrics in it. */
    static Set<String> names(Node node) {
        Set<String> names = new TreeSet<>();
        collect(node, names);
        return names;
    }

    private static void collect(Node node, Set<String> names) {
        if (node instanceof Selector selector) {
            names.add(selector.name());
        } else if (node instanceof Aggregate aggregate) {
            collect(aggregate.over(), names);
        } else if (node instanceof Function function) {
            function.arguments().forEach(argument -> collect(argument, names));
        } else if (node instanceof Binary binary) {
            collect(binary.left(), names);
            collect(binary.right(), names);
        }
    }

    private Node binary(int level) {
        if (level == PRECEDENCE.size()) {
            return primary();
        }
        Node left = binary(level + 1);
        while (PRECEDENCE.get(level).contains(peek())) {
            left = new Binary(next(), left, binary(level + 1));
        }
        return left;
    }

    private Node primary() {
        String token = next();
        if (token.equals("(")) {
            Node inner = binary(0);
            expect(")");
            return inner;
        }
        if (Character.isDigit(token.charAt(0))) {
            return new Number(Double.parseDouble(token));
        }
        if (AGGREGATES.contains(token)) {
            Set<String> by = peek().equals("by") ? labels() : Set.of();
            expect("(");
            Node over = binary(0);
            expect(")");
            return new Aggregate(token, by, over);
        }
        if (FUNCTIONS.contains(token)) {
            return function(token);
        }
        return selector(token);
    }

    private Node function(String name) {
        expect("(");
        List<Node> arguments = new ArrayList<>();
        do {
            arguments.add(binary(0));
        } while (taken(","));
        expect(")");
        return new Function(name, arguments);
    }

    private Set<String> labels() {
        next();
        expect("(");
        Set<String> labels = new TreeSet<>();
        do {
            labels.add(next());
        } while (taken(","));
        expect(")");
        return labels;
    }

    private Node selector(String name) {
        if (!name.matches("[a-zA-Z_:][a-zA-Z0-9_:]*")) {
            throw new AssertionError(name + " is no metric in " + text);
        }
        Map<String, String> labels = new TreeMap<>();
        if (taken("{")) {
            do {
                String label = next();
                expect("=");
                labels.put(label, next().substring(1));
            } while (taken(","));
            expect("}");
        }
        int range = peek().startsWith("[") ? Integer.parseInt(next().substring(1)) : 0;
        return new Selector(name, new LinkedHashMap<>(labels), range);
    }

    private boolean taken(String token) {
        boolean here = peek().equals(token);
        at += here ? 1 : 0;
        return here;
    }

    private void expect(String token) {
        if (!taken(token)) {
            throw new AssertionError("expected " + token + " and found " + peek() + " in " + text);
        }
    }

    private String peek() {
        return at < tokens.size() ? tokens.get(at) : "";
    }

    private String next() {
        if (at >= tokens.size()) {
            throw new AssertionError("ends too early: " + text);
        }
        return tokens.get(at++);
    }

    /** A text begins with a quote, a range with a bracket and is in seconds. */
    private static String token(Matcher matcher) {
        if (matcher.group(3) != null) {
            return "\"" + matcher.group(3);
        }
        if (matcher.group(4) != null) {
            int unit = switch (matcher.group(5)) {
                case "s" -> 1;
                case "m" -> 60;
                case "h" -> 3_600;
                default -> 86_400;
            };
            return "[" + Integer.parseInt(matcher.group(4)) * unit;
        }
        return matcher.group().strip();
    }
}
