package dev.kakutei.e2e.watching;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What an expression is at a time. A vector maps labels to values; a plain number is a vector without labels. */
record Evaluation(Series series, int now) {
    Map<Map<String, String>, Double> of(PromQl.Node node) {
        if (node instanceof PromQl.Number number) {
            return Map.of(Map.of(), number.value());
        } else if (node instanceof PromQl.Selector selector) {
            return series.latest(selector.name(), selector.labels(), now);
        } else if (node instanceof PromQl.Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (node instanceof PromQl.Function function) {
            return function(function);
        }
        return binary((PromQl.Binary) node);
    }

    private Map<Map<String, String>, Double> aggregate(PromQl.Aggregate aggregate) {
        Map<Map<String, String>, List<Double>> groups = new LinkedHashMap<>();
        of(aggregate.over()).forEach((labels, value) -> {
            Map<String, String> kept = kept(labels, aggregate.by());
            groups.merge(kept, List.of(value), Evaluation::joined);
        });
        Map<Map<String, String>, Double> result = new LinkedHashMap<>();
        groups.forEach((labels, values) -> result.put(labels, fold(aggregate.operation(), values)));
        return result;
    }

    private static double fold(String operation, Collection<Double> values) {
        return switch (operation) {
            case "sum" -> values.stream().mapToDouble(value -> value).sum();
            case "max" -> values.stream().mapToDouble(value -> value).max().orElseThrow();
            case "min" -> values.stream().mapToDouble(value -> value).min().orElseThrow();
            case "count" -> values.size();
            default -> throw new AssertionError(operation + " is not evaluated here");
        };
    }

    private Map<Map<String, String>, Double> function(PromQl.Function function) {
        PromQl.Node first = function.arguments().get(0);
        return switch (function.name()) {
            case "vector" -> of(first);
            case "absent" -> of(first).isEmpty() ? Map.of(Map.of(), 1.0) : Map.of();
            case "increase" -> increase((PromQl.Selector) first);
            default -> throw new AssertionError(function.name() + " is not evaluated here");
        };
    }

    /** Without Prometheus' guess at what lies beyond the first and the last sample. */
    private Map<Map<String, String>, Double> increase(PromQl.Selector selector) {
        if (selector.rangeSeconds() == 0) {
            throw new AssertionError("increase needs a range: " + selector);
        }
        Map<Map<String, String>, Double> result = new LinkedHashMap<>();
        series.range(selector.name(), selector.labels(), now, selector.rangeSeconds())
                .forEach((labels, points) -> {
                    double sum = 0;
                    for (int i = 1; i < points.size(); i++) {
                        double step = points.get(i).value() - points.get(i - 1).value();
                        // A counter that fell began again.
                        sum += step < 0 ? points.get(i).value() : step;
                    }
                    result.put(labels, sum);
                });
        return result;
    }

    private Map<Map<String, String>, Double> binary(PromQl.Binary binary) {
        Map<Map<String, String>, Double> left = of(binary.left());
        if (binary.operation().equals("or")) {
            Map<Map<String, String>, Double> both = new LinkedHashMap<>(of(binary.right()));
            both.putAll(left);
            return both;
        }
        if (!(binary.right() instanceof PromQl.Number limit)) {
            throw new AssertionError("compared with what is no number: " + binary);
        }
        Map<Map<String, String>, Double> result = new LinkedHashMap<>();
        left.forEach((labels, value) -> {
            if (holds(binary.operation(), value, limit.value())) {
                result.put(labels, value);
            }
        });
        return result;
    }

    private static boolean holds(String operation, double value, double limit) {
        return switch (operation) {
            case ">" -> value > limit;
            case "<" -> value < limit;
            case ">=" -> value >= limit;
            case "<=" -> value <= limit;
            case "==" -> value == limit;
            default -> throw new AssertionError(operation + " is not evaluated here");
        };
    }

    private static Map<String, String> kept(Map<String, String> labels, Set<String> by) {
        Map<String, String> kept = new TreeMap<>(labels);
        kept.keySet().retainAll(by);
        return kept;
    }

    private static List<Double> joined(List<Double> one, List<Double> other) {
        List<Double> both = new java.util.ArrayList<>(one);
        both.addAll(other);
        return both;
    }
}
