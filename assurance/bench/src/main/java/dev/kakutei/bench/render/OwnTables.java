package dev.kakutei.bench.render;

import static dev.kakutei.bench.render.Markdown.number;

import dev.kakutei.bench.contest.Contestant;
import dev.kakutei.bench.judging.JudgingLimit;
import dev.kakutei.bench.result.Latency;
import dev.kakutei.bench.result.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Kakutei by itself: its hops, and the workloads that the others are not measured with. */
final class OwnTables {
    private static final String OTHER = "kakutei other: ";
    private static final String BYTES = " bytes_per_request";

    private final Medians all;

    OwnTables(Medians all) {
        this.all = all.by(Contestant.KAKUTEI.name());
    }

    /** Microseconds of CPU, and bytes written, for each request of W1. */
    String hops() {
        Medians runs = all.of("W1");
        List<String> variants = runs.variants();
        List<String> head = new ArrayList<>(List.of("of each request"));
        variants.forEach(variant -> head.add("gateway at " + Markdown.variant(variant)));
        Markdown table = new Markdown().head(head);
        for (String part : names(runs, run -> run.cpuMicros().keySet())) {
            if (part.startsWith(OTHER)) {
                continue;
            }
            table.row(cells(
                    part + ", µs of CPU",
                    variants,
                    variant -> runs.variant(variant).cpuMicros(part)));
        }
        table.row(cells(
                "kakutei, all other threads, µs of CPU",
                variants,
                variant -> names(runs.variant(variant), run -> run.cpuMicros().keySet()).stream()
                        .filter(part -> part.startsWith(OTHER))
                        .mapToDouble(part -> runs.variant(variant).cpuMicros(part))
                        .sum()));
        table.row(cells(
                "Kakutei and Postgres, µs of CPU",
                variants,
                variant -> 1000 * runs.variant(variant).figure("cpu_millis_per_request")));
        for (String figure : names(runs, run -> run.figures().keySet())) {
            if (figure.endsWith(BYTES)) {
                table.row(cells(
                        figure.replace(BYTES, "") + ", bytes",
                        variants,
                        variant -> runs.variant(variant).figure(figure)));
            }
        }
        return table.toString();
    }

    String figures(String workload) {
        Medians runs = all.of(workload);
        Markdown table = new Markdown().head(List.of(workload, ""));
        for (String figure : runs.runs().get(0).figures().keySet()) {
            if (!figure.endsWith(BYTES)) {
                table.row(List.of(figure.replace('_', ' '), number(runs.figure(figure))));
            }
        }
        return table.toString();
    }

    String latencies(String workload) {
        Medians runs = all.of(workload);
        Markdown table = new Markdown().head(List.of("", "p50 / p99 / p99.9, ms"));
        for (String name : runs.runs().get(0).latencies().keySet()) {
            table.row(List.of(name, runs.latency(name).map(ContestTables::text).orElse("–")));
        }
        return table.toString();
    }

    String latencyPlot(String workload, String title) {
        Medians runs = all.of(workload);
        Map<String, Latency> curves = new LinkedHashMap<>();
        for (String name : runs.runs().get(0).latencies().keySet()) {
            runs.latency(name).ifPresent(latency -> curves.put(name, latency));
        }
        return new CurveChart(title, curves).svg();
    }

    /** By how much was stored before. */
    String history() {
        Medians runs = all.of("W7");
        Markdown table = new Markdown()
                .head(List.of(
                        "requests stored before",
                        "settled/s",
                        "CPU ms a request",
                        "of it Postgres, µs",
                        "accept p50 / p99 / p99.9, ms"));
        for (String variant : runs.variants().stream()
                .sorted(Comparator.comparingLong(Long::parseLong))
                .toList()) {
            Medians one = runs.variant(variant);
            table.row(List.of(
                    number(one.figure("stored_before")),
                    number(one.figure("settled_per_second")),
                    number(one.figure("cpu_millis_per_request")),
                    number(one.figure("postgres_cpu_micros")),
                    one.latency("accept").map(ContestTables::text).orElse("–")));
        }
        return table.toString();
    }

    /** SPEC D8: what judging an answer costs, beside what it may. */
    String judging() {
        Medians runs = all.of(JudgingLimit.WORKLOAD);
        Markdown table = new Markdown().head(List.of("", "measured", "limit", ""));
        for (JudgingLimit limit : JudgingLimit.values()) {
            double value = runs.figure(limit.figure());
            table.row(List.of(
                    limit.what(),
                    Double.isFinite(value) ? limit.text(value) : number(value),
                    limit.limit(),
                    limit.isKept(value) ? "kept" : "**not kept**"));
        }
        return table.line("")
                .line("A regex takes " + number(runs.figure("regex_first_micros")) + " µs the first time in a process, "
                        + number(runs.figure("regex_repeated_micros")) + " µs later; compiled each time it would take "
                        + number(runs.figure("regex_compiled_each_time_micros")) + " µs. A call over loopback takes "
                        + number(runs.figure("call_micros")) + " µs, of that parsing the answer "
                        + number(runs.figure("parsing_micros"))
                        + " µs. The criteria are under 5 % of every call that takes longer"
                        + " than " + number(20 * runs.figure(JudgingLimit.CRITERIA.figure())) + " µs.")
                .toString();
    }

    /** The last soak, minute by minute. */
    String minutes() {
        List<Run> runs = all.of("W5").runs();
        Map<String, List<Double>> series = runs.get(runs.size() - 1).series();
        List<String> names = List.copyOf(series.keySet());
        List<String> head = new ArrayList<>(List.of("minute"));
        names.forEach(name -> head.add(name.replace('_', ' ')));
        Markdown table = new Markdown().head(head);
        int minutes = series.values().stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < minutes; i++) {
            List<String> row = new ArrayList<>(List.of(Integer.toString(i + 1)));
            for (String name : names) {
                row.add(i < series.get(name).size() ? number(series.get(name).get(i)) : "–");
            }
            table.row(row);
        }
        return table.toString();
    }

    private static List<String> cells(String name, List<String> variants, ToDoubleFunction<String> value) {
        List<String> row = new ArrayList<>(List.of(name));
        variants.forEach(variant -> row.add(number(value.applyAsDouble(variant))));
        return row;
    }

    private static Set<String> names(Medians runs, Function<Run, Set<String>> of) {
        return runs.runs().stream()
                .flatMap(run -> of.apply(run).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
