package dev.kakutei.chaos;

import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.report.TextReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run has shown.
 *
 * @param rest from the last healing until nothing was open
 * @param troubles what went otherwise than the attack foresaw
 */
public record ChaosReport(
        ChaosPlan plan,
        Instant began,
        Duration took,
        boolean skewed,
        long submitted,
        long tries,
        long probes,
        Map<String, Recovery> recoveries,
        long faults,
        Duration rest,
        List<String> troubles,
        ProofReport proof) {
    public ChaosReport {
        recoveries = new TreeMap<>(recoveries);
        troubles = List.copyOf(troubles);
    }

    /**
     * How callers got over one kind of fault; times in milliseconds, of faults that came alone.
     *
     * @param count how often it was brought in, alone or not
     * @param outages from the fault until callers were served as before
     * @param recoveries from its healing
     */
    public record Recovery(long count, List<Long> outages, List<Long> recoveries) {}

    static Map<String, Recovery> recoveries(List<Struck> struck, Probes probes) {
        Map<String, Recovery> all = new TreeMap<>();
        for (Struck one : struck) {
            String name = one.fault().kind().word() + " " + target(one.fault());
            Recovery before = all.getOrDefault(name, new Recovery(0, List.of(), List.of()));
            List<Long> outages = new ArrayList<>(before.outages());
            List<Long> recoveries = new ArrayList<>(before.recoveries());
            if (one.alone()) {
                one.outageMillis(probes).ifPresent(outages::add);
                one.recoveryMillis(probes).ifPresent(recoveries::add);
            }
            Collections.sort(outages);
            Collections.sort(recoveries);
            all.put(name, new Recovery(before.count() + 1, outages, recoveries));
        }
        return all;
    }

    /** Brokers are alike. */
    private static String target(Fault fault) {
        return fault.target().replaceAll("broker-\\d", "broker").replace("clients-", "clients to ");
    }

    public long ambiguous() {
        return proof.figures().get("ambiguous attempts");
    }

    public long attempts() {
        return proof.figures().get("attempts");
    }

    public double ambiguousShare() {
        return attempts() == 0 ? 0 : (double) ambiguous() / attempts();
    }

    /** As Markdown, for the record. */
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append("# Chaos, seed %d, %s%n%n".formatted(plan.seed(), began));
        out.append("| | |%n|---|---|%n".formatted());
        row(out, "attack", plan.attack().toSeconds() + " s (whole run " + took.toSeconds() + " s)");
        row(out, "faults", faults);
        row(out, "clocks", skewed ? "up to " + plan.skew().toMillis() + " ms wrong" : "right");
        row(out, "requests by callers", submitted + " (" + tries + " tries), and " + probes + " probes");
        row(
                out,
                "attempts, of them ambiguous",
                attempts() + ", " + ambiguous() + " (%.1f %%)".formatted(100 * ambiguousShare()));
        row(out, "to rest after healing", "%.1f s".formatted(rest.toMillis() / 1000.0));
        row(out, "violations", proof.violations());
        out.append("%n| fault | times | outage, median / worst | after healing, median / worst |%n|---|---|---|---|%n"
                .formatted());
        recoveries.forEach((name, recovery) -> out.append("| %s | %d | %s | %s |%n"
                .formatted(name, recovery.count(), range(recovery.outages()), range(recovery.recoveries()))));
        out.append("%nTimes are of faults that came alone.%n".formatted());
        if (!troubles.isEmpty()) {
            out.append("%nOtherwise than foreseen:%n".formatted());
            troubles.forEach(trouble -> out.append("- ").append(trouble).append(System.lineSeparator()));
        }
        return out.append("%n```%n%s```%n".formatted(TextReport.of(proof))).toString();
    }

    private static void row(StringBuilder out, String name, Object value) {
        out.append("| %s | %s |%n".formatted(name, value));
    }

    private static String range(List<Long> millis) {
        return millis.isEmpty()
                ? ""
                : "%.1f s / %.1f s"
                        .formatted(millis.get(millis.size() / 2) / 1000.0, millis.get(millis.size() - 1) / 1000.0);
    }
}
