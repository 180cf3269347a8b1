package dev.kakutei.proof.report;

import dev.kakutei.proof.Findings;
import dev.kakutei.proof.ProofReport;

/** For a terminal: a line for each promise, and under it what broke it. */
public final class TextReport {
    private TextReport() {}

    public static String of(ProofReport report) {
        StringBuilder out = new StringBuilder();
        report.results().forEach((promise, result) -> {
            out.append("%-11s %-24s %s%n"
                    .formatted(ReportText.of(result.verdict()), promise.word(), ReportText.summary(report, promise)));
            for (Findings.ViolationExample violation : result.examples()) {
                out.append("              ")
                        .append(violation.subject())
                        .append(' ')
                        .append(violation.sentence())
                        .append(System.lineSeparator());
            }
            if (result.violations() > result.examples().size()) {
                out.append("              … and %d more%n"
                        .formatted(result.violations() - result.examples().size()));
            }
        });
        out.append(System.lineSeparator());
        report.figures().forEach((name, count) -> out.append("%,14d %s%n".formatted(count, name)));
        if (report.seal() != null) {
            out.append("%n%s%n".formatted(ReportText.seal(report.seal())));
        }
        out.append("%n%s%n".formatted(ReportText.verdict(report)));
        return out.toString();
    }
}
