package dev.kakutei.e2e.watching;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code GET /metrics} says, in Prometheus' text format. */
record Exposition(Map<String, Family> families, List<Sample> samples) {
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** One metric: its type and its meaning, and the labels that its samples have. */
    record Family(String name, String type, String help, Set<String> labels) {}

    record Sample(String name, Map<String, String> labels, double value) {
        Sample {
            labels = Map.copyOf(labels);
        }
    }

    static Exposition parse(String text) {
        Map<String, Family> families = new TreeMap<>();
        Map<String, String> helps = new TreeMap<>();
        List<Sample> samples = new ArrayList<>();
        Family current = null;
        for (String line : text.lines().toList()) {
            if (line.startsWith("# HELP ")) {
                String[] parts = line.split(" ", 4);
                helps.put(parts[2], parts.length > 3 ? parts[3] : "");
            } else if (line.startsWith("# TYPE ")) {
                String[] parts = line.split(" ", 4);
                current = new Family(parts[2], parts[3], helps.getOrDefault(parts[2], ""), new TreeSet<>());
                families.put(parts[2], current);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                Sample sample = sample(line);
                samples.add(sample);
                if (current != null) {
                    current.labels().addAll(sample.labels().keySet());
                }
            }
        }
        return new Exposition(families, samples);
    }

    private static Sample sample(String line) {
        Matcher matcher = SAMPLE.matcher(line);
        if (!matcher.matches()) {
            throw new AssertionError("not a sample: " + line);
        }
        Map<String, String> labels = new TreeMap<>();
        if (matcher.group(2) != null) {
            Matcher label = LABEL.matcher(matcher.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
        }
        return new Sample(matcher.group(1), labels, number(matcher.group(3)));
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }
}
