package dev.kakutei.bench.render;

import dev.kakutei.bench.judging.JudgingLimit;
import dev.kakutei.bench.result.Run;
import dev.kakutei.bench.result.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code docs/performance.md} and its plots, from {@code docs/performance/*.json}. */
public final class PerformancePage {
    private static final String NOTHING = "Not measured yet.\n";
    /** What every reader asks first, in this order. */
    private static final List<String> CONDITIONS = List.of(
            "cores", "memory_gib", "java", "seconds", "warm_up", "jvm_options", "settings", "load_average", "note");

    private final Path page;
    private final Path folder;
    private final List<Path> written = new ArrayList<>();

    public PerformancePage(Path docs) {
        this.page = docs.resolve("performance.md");
        this.folder = docs.resolve("performance");
    }

    /** Returns what was written. */
    public List<Path> write() throws IOException {
        Medians all = new Medians(new RunFiles(folder).all());
        ContestTables contest = new ContestTables(all);
        OwnTables own = new OwnTables(all);
        MarkedPage marked = new MarkedPage(Files.readString(page));
        marked.put("W1", part(all, "W1", () -> picture("w1.svg", contest.throughputPlot()) + contest.throughput()));
        marked.put("W1L", part(all, "W1L", () -> picture("w1l.svg", contest.latencyPlot()) + contest.latency()));
        marked.put("hops", part(all.by("kakutei"), "W1", own::hops));
        marked.put("W2", part(all, "W2", () -> own.figures("W2") + "\n" + own.latencies("W2")));
        marked.put(
                "W4",
                part(
                        all,
                        "W4",
                        () -> picture(
                                        "w4.svg",
                                        own.latencyPlot("W4", "Payments to a gateway, by what its neighbour does"))
                                + own.latencies("W4")));
        marked.put("W5", part(all, "W5", own::minutes));
        marked.put("W6", part(all, "W6", () -> own.figures("W6")));
        marked.put("W7", part(all, "W7", own::history));
        marked.put(JudgingLimit.WORKLOAD, part(all, JudgingLimit.WORKLOAD, own::judging));
        Files.writeString(page, marked.toString());
        written.add(page);
        return List.copyOf(written);
    }

    private interface Text {
        String text() throws IOException;
    }

    private static String part(Medians all, String workload, Text text) throws IOException {
        Medians runs = all.of(workload);
        return runs.isEmpty() ? NOTHING : text.text() + "\n" + conditions(runs.runs());
    }

    private String picture(String name, String svg) throws IOException {
        written.add(Files.writeString(folder.resolve(name), svg));
        return "![](performance/" + name + ")\n\n";
    }

    /** Where runs differ in a condition, all its values are shown; and faults are never left out. */
    static String conditions(List<Run> runs) {
        StringBuilder text = new StringBuilder();
        for (String name : CONDITIONS) {
            TreeSet<String> values = new TreeSet<>();
            for (Run run : runs) {
                String value = run.conditions().get(name);
                if (value != null) {
                    values.add(value);
                }
            }
            if (!values.isEmpty()) {
                text.append(text.isEmpty() ? "" : "; ")
                        .append(name.replace('_', ' '))
                        .append(": ")
                        .append(String.join(" or ", values));
            }
        }
        int rounds = runs.stream().mapToInt(Run::round).max().orElse(0);
        text.append("; rounds: ").append(rounds).append(".\n");
        for (Map.Entry<String, List<String>> fault : faults(runs).entrySet()) {
            text.append("\n**")
                    .append(fault.getKey())
                    .append("**: ")
                    .append(String.join("; ", fault.getValue()))
                    .append('\n');
        }
        return text.toString();
    }

    private static Map<String, List<String>> faults(List<Run> runs) {
        Map<String, List<String>> all = new TreeMap<>();
        for (Run run : runs) {
            if (!run.faults().isEmpty()) {
                all.put(run.fileName(), run.faults());
            }
        }
        return all;
    }
}
