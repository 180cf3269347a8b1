package dev.kakutei.proof.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.Seal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a report must say, in every form; and what a gateway wrote does nothing in it. */
class ReportsTest {
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    @Test
    void reports_everyForm_showsCountsExamplesAndWhatWasNotChecked() {
        Findings findings = new Findings();
        findings.examined(Promise.ONE_EFFECT, 1_234);
        for (int i = 0; i < 25; i++) {
            findings.violated(Promise.ONE_EFFECT, "r-" + i, "took effect <script>twice</script> & more");
        }
        findings.examined(Promise.NO_RETRY_TOO_EARLY);
        findings.skipped(Promise.NO_RETRY_TOO_EARLY, "moved while it was read");
        ProofReport report = report(findings);

        assertThat(report.violations()).isEqualTo(25);
        assertThat(TextReport.of(report))
                .contains("BROKEN", "one-effect", "1,234 examined, 25 violations", "… and 5 more")
                .contains("1 not judged: moved while it was read")
                .contains("not checked", "no log of a caller was given")
                .contains("25 violations; 1 promises kept, 1 broken");
        assertThat(HtmlReport.of(report))
                .contains("Promises were broken", "&lt;script&gt;twice&lt;/script&gt; &amp; more", "abc")
                .doesNotContain("<script>");
        assertThat(JsonReport.of(report)).contains("\"name\" : \"one-effect\"", "\"verdict\" : \"broken\"");
        assertThat(JsonReport.seal(JsonReport.of(report))).contains(report.seal());
    }

    @Test
    void unchecked_whatHadNoSourceOrWasAllSkipped_andNotWhatThereWasNothingOf() {
        Findings findings = new Findings();
        findings.skipped(Promise.ALERTED, "older than what is kept of the alerts");
        findings.examined(Promise.ALARM_RAISED);
        findings.skipped(Promise.ALARM_RAISED, "older than what is kept of the alarms");
        assertThat(report(findings).unchecked()).containsExactly(Promise.NOTHING_LOST, Promise.ALERTED);
    }

    @Test
    void seal_ofWhatIsNoReport_isNone() {
        assertThat(JsonReport.seal("no")).isEmpty();
        assertThat(JsonReport.seal("{}")).isEmpty();
        assertThat(JsonReport.seal("{\"seal\":{\"sha256\":\"x\",\"until\":\"yesterday\"}}"))
                .isEmpty();
    }

    private static ProofReport report(Findings findings) {
        Map<Promise, Findings.PromiseResult> results = new LinkedHashMap<>();
        for (Promise promise : Promise.values()) {
            results.put(promise, findings.result(promise));
        }
        return new ProofReport(
                NOW,
                Duration.ofMillis(1_500),
                Map.of("topic", 3L),
                Map.of(Promise.Source.CALLERS, "no log of a caller was given (--callers FILE)"),
                Map.of("requests", 7L),
                results,
                new Seal.Value(NOW, 7, 21, "abc"));
    }
}
