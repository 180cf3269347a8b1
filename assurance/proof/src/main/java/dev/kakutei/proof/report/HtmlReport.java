package dev.kakutei.proof.report;

import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofReport;
import java.util.Map;

/** One page that needs nothing beside it: what was promised, what was examined, what was found. */
public final class HtmlReport {
    private static final String HEAD = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>Kakutei: proof of %s</title>
            <style>
            body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1b1f24}
            table{border-collapse:collapse;width:100%%}
            th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #d8dee4}
            td.n{text-align:right;font-variant-numeric:tabular-nums}
            .kept{color:#0b6b2e}.broken{color:#b00020;font-weight:700}.not_checked{color:#6b5900}
            code{font-size:.9em;overflow-wrap:anywhere} .fine{color:#57606a}
            ul{margin:.3rem 0;padding-left:1.2rem}
            </style></head><body>
            """;

    private HtmlReport() {}

    public static String of(ProofReport report) {
        StringBuilder out = new StringBuilder(HEAD.formatted(report.startedAt()));
        out.append("<h1>").append(report.violations() == 0 ? "No promise was broken" : "Promises were broken");
        out.append("</h1><p>").append(text(ReportText.verdict(report))).append("</p>");
        out.append("<h2>What was promised, and what was found</h2><table><tr><th>promise<th>verdict<th>examined"
                + "<th>violations<th></tr>");
        report.results().forEach((promise, result) -> row(out, report, promise, result));
        out.append("</table>");
        table(out, "How much there was", report.figures());
        table(out, "What was read", report.read());
        if (report.seal() != null) {
            out.append("<h2>Seal</h2><p><code>")
                    .append(text(report.seal().hash()))
                    .append("</code><br>")
                    .append(text(ReportText.seal(report.seal())))
                    .append(
                            "</p><p class=fine>Keep it where those who keep the ledger cannot write. A later proof that is"
                                    + " given this report's JSON form computes it again.</p>");
        }
        return out.append("</body></html>\n").toString();
    }

    private static void row(StringBuilder out, ProofReport report, Promise promise, Findings.PromiseResult result) {
        out.append("<tr><td><b>")
                .append(text(promise.word()))
                .append("</b><br>")
                .append(text(promise.sentence()))
                .append("<td class=")
                .append(result.verdict().name().toLowerCase(java.util.Locale.ROOT))
                .append('>')
                .append(text(ReportText.of(result.verdict())))
                .append("<td class=n>%,d<td class=n>%,d<td>".formatted(result.examined(), result.violations()));
        if (result.verdict() == Findings.Verdict.NOT_CHECKED) {
            out.append(text(report.whyNot(promise)));
        }
        out.append("<ul>");
        for (Findings.ViolationExample violation : result.examples()) {
            out.append("<li><code>")
                    .append(text(violation.subject()))
                    .append("</code> ")
                    .append(text(violation.sentence()));
        }
        result.skipped()
                .forEach((why, count) -> out.append("<li class=fine>%,d not judged: ".formatted(count))
                        .append(text(why)));
        out.append("</ul></tr>");
    }

    private static void table(StringBuilder out, String title, Map<String, Long> rows) {
        out.append("<h2>").append(title).append("</h2><table>");
        rows.forEach((name, count) ->
                out.append("<tr><td>").append(text(name)).append("<td class=n>%,d</tr>".formatted(count)));
        out.append("</table>");
    }

    /** Escaped, because it may contain what a gateway or a caller wrote. */
    private static String text(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
