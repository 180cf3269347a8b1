package dev.kakutei.chaos.report;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One run as Markdown. */
public final class RunPage {
    /** Beside the page. */
    public static final String PLOT = "recovery.svg";

    static final String MEASURED = """
            A caller comes every 400 ms and wants an outcome. Callers are served again with the first whose request was settled,
            and those of seven of the ten from there on, too. What they do not notice shows as the time one of them takes. A
            fault's times are known where it came alone; where two came at once, they are counted from when both were healed.
            The whole outage has the fault's own length in it. "Into the next fault": the next one came before callers were
            served again, so that its time is in there, too.
            """;

    private RunPage() {}

    /** @param proof the proof's own report, as text */
    public static String of(RunRecord run, String proof) {
        StringBuilder out = new StringBuilder();
        out.append("# Chaos, seed %d, %s\n\n| | |\n|---|---|\n".formatted(run.seed(), run.began()));
        row(out, "attack", run.attackMillis() / 1000 + " s (whole run " + run.tookMillis() / 1000 + " s)");
        row(out, "machine", machine(run.machine()));
        row(out, "faults", "%d, of them %d of processes".formatted(run.faults().size(), run.processFaults()));
        row(out, "clocks", run.load().skewMillis() > 0 ? "up to " + run.load().skewMillis() + " ms wrong" : "right");
        row(
                out,
                "requests by callers",
                "%d a second, %,d (%,d tries), and %,d probes"
                        .formatted(
                                run.load().perSecond(),
                                run.load().submitted(),
                                run.load().tries(),
                                run.load().probes()));
        if (run.load().byTopic() != null) {
            row(out, "of them by the request topic", "%,d".formatted(run.load().byTopic()));
        }
        if (run.load().persons() != null) {
            row(out, "persons, by the status of the answer", persons(run.load().persons()));
        }
        row(
                out,
                "posts, of them ambiguous",
                "%,d, %,d (%.1f %%)".formatted(run.posts(), run.ambiguous(), 100 * run.ambiguousShare()));
        row(out, "callers answered after healing", Times.seconds(run.rest().answeredMillis()) + " s");
        row(out, "to rest after healing", run.rest().words());
        row(out, "violations", run.verdict().violations());
        out.append("\n![Recovery by kind of fault](").append(PLOT).append(")\n\n");
        out.append(RecoveryTable.byKind(run.faults()).markdown()).append('\n');
        out.append(MEASURED);
        if (!run.problems().isEmpty()) {
            out.append("\nOtherwise than foreseen:\n");
            run.problems().forEach(problem -> out.append("- ").append(problem).append('\n'));
        }
        out.append("\n## By target\n\n");
        out.append(RecoveryTable.byKindAndTarget(run.faults()).markdown());
        return out.append("\n## Proof\n\n```\n").append(proof).append("```\n").toString();
    }

    private static String persons(Map<String, Integer> answers) {
        return answers.entrySet().stream()
                .map(one -> one.getKey() + ": " + one.getValue())
                .collect(Collectors.joining(", "));
    }

    /** The plot beside the page. */
    public static String plot(RunRecord run) {
        return RecoveryPlot.of(
                RecoveryTable.byKind(run.faults()),
                "Recovery after %d faults, seed %d".formatted(run.faults().size(), run.seed()));
    }

    static String machine(RunRecord.Machine machine) {
        return String.format(
                Locale.ROOT,
                "%d cores, %d GiB, load average before %.1f",
                machine.cores(),
                Math.round(machine.memoryMib() / 1024.0),
                machine.loadBefore());
    }

    /** "4 freeze, 12 kill". */
    static String processFaults(Iterable<FaultRecord> faults) {
        Map<String, Integer> kinds = new TreeMap<>();
        faults.forEach(fault -> {
            if (fault.process()) {
                kinds.merge(fault.kind(), 1, Integer::sum);
            }
        });
        return kinds.entrySet().stream()
                .map(kind -> kind.getValue() + " " + kind.getKey())
                .collect(Collectors.joining(", "));
    }

    static void row(StringBuilder out, String name, Object value) {
        out.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }
}
