package dev.kakutei.chaos;

import static java.util.Objects.requireNonNull;

import dev.kakutei.chaos.report.Archive;
import dev.kakutei.chaos.report.RunPage;
import dev.kakutei.chaos.report.RunRecord;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.report.HtmlReport;
import dev.kakutei.proof.report.JsonReport;
import dev.kakutei.proof.report.TextReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a run has shown: its figures, and what the proof found. */
public record ChaosReport(RunRecord run, ProofReport proof) {
    public ChaosReport {
        requireNonNull(run, "run");
        requireNonNull(proof, "proof");
    }

    /** No promise was broken, and nothing went otherwise than foreseen. */
    public boolean good() {
        return proof.violations() == 0 && run.problems().isEmpty();
    }

    /** As Markdown, for the record. */
    public String text() {
        return RunPage.of(run, TextReport.of(proof));
    }

    /** The page with its plot, the record that several runs are put together from, and the proof's own report. */
    void writeInto(Path folder) throws IOException {
        Files.writeString(folder.resolve(Archive.RECORD), run.json());
        Files.writeString(folder.resolve("chaos.md"), text());
        Files.writeString(folder.resolve(RunPage.PLOT), RunPage.plot(run));
        Files.writeString(folder.resolve("proof.html"), HtmlReport.of(proof));
        Files.writeString(folder.resolve("proof.json"), JsonReport.of(proof));
    }
}
