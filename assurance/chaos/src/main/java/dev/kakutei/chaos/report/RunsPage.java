package dev.kakutei.chaos.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Several runs together as Markdown: a part of a page whose other parts are written by hand. */
final class RunsPage {
    static final String BEGIN =
            "<!-- chaos runs: printed by ./kakutei chaos --summarize, from the records in runs/ -->";
    static final String END = "<!-- end of chaos runs -->";

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

    private RunsPage() {}

    static String of(List<RunRecord> unsorted) {
        List<RunRecord> runs =
                unsorted.stream().sorted(Comparator.comparing(RunRecord::began)).toList();
        List<FaultRecord> faults =
                runs.stream().flatMap(run -> run.faults().stream()).toList();
        StringBuilder out = new StringBuilder("All runs together:\n\n| | |\n|---|---|\n");
        totals(out, runs, faults);
        out.append("\n| run (UTC) | seed | minutes | a second | faults, of processes | requests | posts, ambiguous"
                + " | violations | to rest, allowed | load before | otherwise than foreseen |\n"
                + "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        runs.forEach(run -> out.append(line(run)));
        out.append("\n![Recovery by kind of fault](").append(RunPage.PLOT).append(")\n\n");
        out.append(RecoveryTable.byKind(faults).markdown()).append('\n').append(RunPage.MEASURED);
        List<String> problems = runs.stream()
                .flatMap(run -> run.problems().stream().map(problem -> "- seed " + run.seed() + ": " + problem + "\n"))
                .toList();
        if (!problems.isEmpty()) {
            out.append("\nOtherwise than foreseen:\n").append(String.join("", problems));
        }
        out.append("\n<details><summary>By kind and target</summary>\n\n");
        out.append(RecoveryTable.byKindAndTarget(faults).markdown());
        return out.append("\n</details>\n").toString();
    }

    static String plot(List<RunRecord> runs) {
        List<FaultRecord> faults =
                runs.stream().flatMap(run -> run.faults().stream()).toList();
        return RecoveryPlot.of(
                RecoveryTable.byKind(faults),
                "Recovery after %d faults in %d run%s"
                        .formatted(faults.size(), runs.size(), runs.size() == 1 ? "" : "s"));
    }

    private static void totals(StringBuilder out, List<RunRecord> runs, List<FaultRecord> faults) {
        long posts = sum(runs, RunRecord::posts);
        long ambiguous = sum(runs, RunRecord::ambiguous);
        RunPage.row(out, "runs", runs.size());
        RunPage.row(out, "under attack", minutes(sum(runs, RunRecord::attackMillis)) + " minutes");
        RunPage.row(
                out,
                "faults",
                "%,d, of them %,d of processes".formatted(faults.size(), sum(runs, RunRecord::processFaults)));
        RunPage.row(out, "process faults by kind", RunPage.processFaults(faults));
        RunPage.row(
                out,
                "requests",
                "%,d, of them %,d by callers and the others by probes"
                        .formatted(
                                sum(runs, RunRecord::requests),
                                sum(runs, run -> run.load().submitted())));
        RunPage.row(
                out,
                "posts, of them ambiguous",
                "%,d, %,d (%.1f %%)".formatted(posts, ambiguous, posts == 0 ? 0.0 : 100.0 * ambiguous / posts));
        RunPage.row(
                out,
                "violations",
                "%,d".formatted(sum(runs, run -> run.verdict().violations())));
        RunPage.row(
                out,
                "from healing to rest",
                "%s s (median / p90 / worst); within the settling time + %d s in %d of %d"
                        .formatted(
                                Times.of(runs.stream()
                                                .map(run -> run.rest().settledMillis())
                                                .toList())
                                        .words(),
                                RunRecord.TimeToRest.ALLOWANCE_MILLIS / 1000,
                                runs.stream().filter(run -> run.rest().within()).count(),
                                runs.size()));
        RunPage.row(
                out,
                "machine",
                runs.stream()
                        .map(run -> "%d cores, %d GiB"
                                .formatted(
                                        run.machine().cores(),
                                        Math.round(run.machine().memoryMib() / 1024.0)))
                        .distinct()
                        .collect(Collectors.joining("; ")));
    }

    private static String line(RunRecord run) {
        return "| %s | %d | %s | %d | %d, %d | %,d | %,d, %.1f %% | %,d | %s s, %s %s s | %.1f | %s |\n"
                .formatted(
                        MINUTE.format(run.began()),
                        run.seed(),
                        minutes(run.attackMillis()),
                        run.load().perSecond(),
                        run.faults().size(),
                        run.processFaults(),
                        run.requests(),
                        run.posts(),
                        100 * run.ambiguousShare(),
                        run.verdict().violations(),
                        Times.seconds(run.rest().settledMillis()),
                        run.rest().within() ? "within" : "OVER",
                        Times.seconds(run.rest().limitMillis()),
                        run.machine().loadBefore(),
                        run.problems().isEmpty() ? "–" : run.problems().size());
    }

    private static String minutes(long millis) {
        return String.format(Locale.ROOT, "%.1f", millis / 60_000.0);
    }

    private static long sum(List<RunRecord> runs, ToLongFunction<RunRecord> value) {
        return runs.stream().mapToLong(value).sum();
    }

    /** The page with its part replaced; at its end where it had none. */
    static String into(String page, String part) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        String printed = BEGIN + "\n" + part + END + "\n";
        if (begin < 0 || end < begin) {
            return (page.isBlank() ? "# Recorded runs\n" : page.stripTrailing() + "\n") + "\n## Chaos\n\n" + printed;
        }
        return page.substring(0, begin)
                + printed
                + page.substring(end + END.length()).replaceFirst("^\n", "");
    }
}
