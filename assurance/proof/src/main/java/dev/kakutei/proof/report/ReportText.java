package dev.kakutei.proof.report;

import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.Seal;

/** The sentences that text and HTML share. */
final class ReportText {
    private ReportText() {}

    static String of(Findings.Verdict verdict) {
        return switch (verdict) {
            case KEPT -> "kept";
            case BROKEN -> "BROKEN";
            case NOT_CHECKED -> "not checked";
        };
    }

    static String summary(ProofReport report, Promise promise) {
        Findings.PromiseResult result = report.results().get(promise);
        StringBuilder text = new StringBuilder();
        if (result.verdict() == Findings.Verdict.NOT_CHECKED) {
            text.append(report.whyNot(promise));
        } else {
            text.append("%,d examined, %,d violations".formatted(result.examined(), result.violations()));
        }
        result.skipped().forEach((why, count) -> text.append("; %,d not judged: %s".formatted(count, why)));
        return text.toString();
    }

    static String seal(Seal.Value seal) {
        return "seal %s over %,d events of %,d requests, recorded until %s"
                .formatted(seal.hash(), seal.events(), seal.requests(), seal.until());
    }

    static String verdict(ProofReport report) {
        return "%,d violations; %d promises kept, %d broken, %d not checked; %s, read and judged in %.1f s"
                .formatted(
                        report.violations(),
                        report.count(Findings.Verdict.KEPT),
                        report.count(Findings.Verdict.BROKEN),
                        report.count(Findings.Verdict.NOT_CHECKED),
                        report.startedAt(),
                        report.took().toMillis() / 1000.0);
    }
}
