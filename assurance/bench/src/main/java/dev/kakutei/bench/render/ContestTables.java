package dev.kakutei.bench.render;

import static dev.kakutei.bench.render.Markdown.number;

import dev.kakutei.bench.contest.Contestant;
import dev.kakutei.bench.result.Latency;
import dev.kakutei.bench.result.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Kakutei beside the others: W1 and W1L. */
final class ContestTables {
    private static final List<String> STAGES = List.of("accept", "accept to gateway", "accept to settled");

    private final Medians all;

    ContestTables(Medians all) {
        this.all = all;
    }

    String throughput() {
        Medians runs = all.of("W1");
        List<String> variants = runs.variants();
        List<String> head = new ArrayList<>(List.of(""));
        for (String variant : variants) {
            String delay = Markdown.variant(variant);
            head.add("accepted/s at " + delay);
            head.add("settled/s at " + delay);
            head.add("CPU ms a request at " + delay);
        }
        head.add("others on the machine, cores");
        Markdown table = new Markdown().head(head);
        for (String name : contestants(runs)) {
            List<String> row = new ArrayList<>(List.of(name));
            for (String variant : variants) {
                Medians one = runs.by(name).variant(variant);
                row.add(number(one.figure("accepted_per_second")));
                row.add(number(one.figure("settled_per_second")));
                row.add(number(one.figure("cpu_millis_per_request")));
            }
            row.add(number(runs.by(name).figure("cores_used_by_others")));
            table.row(row);
        }
        if (!runs.by(Contestant.KAKUTEI.name()).isEmpty() && contestants(runs).size() > 1) {
            List<String> row = new ArrayList<>(List.of("Kakutei to the best of the others"));
            for (String variant : variants) {
                Medians one = runs.variant(variant);
                row.add(ratio(one, medians -> medians.figure("accepted_per_second")));
                row.add(ratio(one, medians -> medians.figure("settled_per_second")));
                row.add(ratio(one, medians -> 1 / medians.figure("cpu_millis_per_request")));
            }
            row.add("");
            table.row(row);
        }
        return table.toString();
    }

    String throughputPlot() {
        Medians runs = all.of("W1");
        List<BarChart.Group> groups = contestants(runs).stream()
                .map(name -> new BarChart.Group(
                        name,
                        runs.variants().stream()
                                .map(variant -> runs.by(name).variant(variant).figure("settled_per_second"))
                                .toList()))
                .toList();
        return new BarChart(
                        "Settled a second, 64 callers, by the gateway's delay",
                        runs.variants().stream()
                                .map(variant -> "gateway at " + Markdown.variant(variant))
                                .toList(),
                        groups)
                .svg();
    }

    String latency() {
        Medians runs = all.of("W1L");
        List<String> head = new ArrayList<>(List.of("p50 / p99 / p99.9, ms"));
        head.addAll(STAGES);
        Markdown table = new Markdown().head(head);
        for (String name : contestants(runs)) {
            List<String> row = new ArrayList<>(List.of(name));
            for (String stage : STAGES) {
                row.add(runs.by(name).latency(stage).map(ContestTables::text).orElse("–"));
            }
            table.row(row);
        }
        return table.toString();
    }

    String latencyPlot() {
        Medians runs = all.of("W1L");
        Map<String, Latency> curves = new LinkedHashMap<>();
        for (String name : contestants(runs)) {
            runs.by(name).latency("accept to gateway").ifPresent(latency -> curves.put(name, latency));
        }
        return new CurveChart("From when a request was due to the gateway", curves).svg();
    }

    /** Kakutei first, then as they are known. */
    private static List<String> contestants(Medians runs) {
        List<String> found = new ArrayList<>();
        for (String name : Contestant.names()) {
            if (!runs.by(name).isEmpty()) {
                found.add(name.equals(Contestant.KAKUTEI.name()) ? 0 : found.size(), name);
            }
        }
        runs.runs().stream()
                .map(Run::contestant)
                .filter(name -> !found.contains(name))
                .forEach(found::add);
        return found;
    }

    private static String ratio(Medians runs, ToDoubleFunction<Medians> figure) {
        double best = contestants(runs).stream()
                .filter(name -> !name.equals(Contestant.KAKUTEI.name()))
                .mapToDouble(name -> figure.applyAsDouble(runs.by(name)))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        return number(figure.applyAsDouble(runs.by(Contestant.KAKUTEI.name())) / best);
    }

    static String text(Latency latency) {
        return number(latency.p50()) + " / " + number(latency.p99()) + " / " + number(latency.p999());
    }
}
