package dev.kakutei.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveTest {
    @TempDir
    private Path folder;

    @Test
    void json_anyRecord_readsBackAsItWas() {
        assertThat(RunRecord.read(run(7, 60_000, 12_000, List.of("a problem")).json()))
                .isEqualTo(run(7, 60_000, 12_000, List.of("a problem")));
    }

    @ParameterizedTest
    @CsvSource({
        "true, 12000, 8000, '12.0 s, within the 68.0 s that are allowed (settling time 8.0 s + 60 s)'",
        "true, 68000, 8000, '68.0 s, within the 68.0 s that are allowed (settling time 8.0 s + 60 s)'",
        "true, 68001, 8000, '68.0 s, OVER the 68.0 s that are allowed (settling time 8.0 s + 60 s)'",
        "true, 65100, 5000, '65.1 s, OVER the 65.0 s that are allowed (settling time 5.0 s + 60 s)'",
        "false, 10000, 8000, 'none in 10.0 s, OVER the 68.0 s that are allowed (settling time 8.0 s + 60 s)'"
    })
    void rest_anyTime_isComparedWithTheLimit(boolean reached, long settled, long settling, String words) {
        assertThat(new RunRecord.TimeToRest(reached, 100, settled, settling).words())
                .isEqualTo(words);
    }

    @Test
    void take_runsOneAfterAnother_printsAllOfThemAndLeavesTheRestOfThePage() throws IOException {
        Files.writeString(
                folder.resolve("runs.md"),
                "# Mine\n\n## Chaos\n" + RunsPage.BEGIN + "\nold\n" + RunsPage.END + "\n\n## After\n");
        new Archive(folder).take(List.of(kept("one", run(1, 90_000, 12_000, List.of()))));
        List<RunRecord> all = new Archive(folder)
                .take(List.of(kept("two", run(2, 30_000, 99_000, List.of("sender-3 ended by itself with 1")))));

        assertThat(all).extracting(RunRecord::seed).containsExactlyInAnyOrder(1L, 2L);
        String page = Files.readString(folder.resolve("runs.md"));
        assertThat(page)
                .startsWith("# Mine\n\n## Chaos\n" + RunsPage.BEGIN)
                .endsWith(RunsPage.END + "\n\n## After\n")
                .doesNotContain("old")
                .contains(
                        "| runs | 2 |",
                        "| under attack | 2.0 minutes |",
                        "| faults | 14, of them 12 of processes |",
                        "| process faults by kind | 4 broker kill, 8 kill |",
                        "| requests | 2,400, of them 2,000 by callers and the others by probes |",
                        "| posts, of them ambiguous | 3,000, 600 (20.0 %) |",
                        "| violations | 0 |",
                        "| from healing to rest | 12.0 / 99.0 / 99.0 s (median / p90 / worst); within the settling time + 60 s"
                                + " in 1 of 2 |",
                        "- seed 2: sender-3 ended by itself with 1",
                        "12.0 s, within 68.0 s",
                        "99.0 s, OVER 68.0 s");
        assertThat(folder.resolve("recovery.svg")).content().contains("14 faults in 2 runs");

        new Archive(folder).take(List.of());
        assertThat(folder.resolve("runs.md")).hasContent(page);
    }

    @Test
    void take_noPageYet_makesOne() throws IOException {
        new Archive(folder.resolve("new")).take(List.of(kept("one", run(1, 60_000, 12_000, List.of()))));
        assertThat(folder.resolve("new/runs.md")).content().startsWith("# Recorded runs\n\n## Chaos\n");
    }

    @Test
    void take_whatIsNoRun_saysWhichAndChangesNothing() throws IOException {
        Path broken = Files.createDirectories(folder.resolve("broken"));
        Files.writeString(broken.resolve(Archive.RECORD), "{\"seed\": 1}");
        Archive archive = new Archive(folder.resolve("into"));
        assertThatThrownBy(() -> archive.take(List.of(broken))).hasMessageContainingAll("broken", "not a run's record");
        assertThatThrownBy(() -> archive.take(List.of(folder.resolve("none"))))
                .hasMessageContainingAll("none", "is not there");
        assertThatThrownBy(() -> archive.take(List.of())).hasMessageContaining("no run to summarize");
        assertThat(folder.resolve("into/runs.md")).doesNotExist();
    }

    @Test
    void runPage_anyRun_hasItsFiguresTableAndProof() {
        assertThat(RunPage.of(run(3, 60_000, 12_000, List.of("a problem")), "the proof\n"))
                .contains(
                        "# Chaos, seed 3, 2026-11-16T10:00:03Z",
                        "| faults | 7, of them 6 of processes |",
                        "| of them by the request topic | 150 |",
                        "| persons, by the status of the answer | approve 200: 9 |",
                        "| to rest after healing | 12.0 s, within the 68.0 s",
                        "| kill | 4 | 2 | 0 | 1.0 / 3.0 / 3.0 |",
                        "](recovery.svg)",
                        "- a problem",
                        "the proof");
    }

    @Test
    void recordedRuns_ofTheDocumentation_areWhatItsRecordsSay() throws IOException {
        Path docs = SourceTree.file("docs/proof");
        List<RunRecord> recorded = new Archive(docs).kept();
        String page = Files.readString(docs.resolve("runs.md"));
        assertThat(page).contains(RunsPage.BEGIN, RunsPage.END);
        if (!recorded.isEmpty()) {
            assertThat(RunsPage.into(page, RunsPage.of(recorded)))
                    .as("print it again: ./kakutei chaos --summarize")
                    .isEqualTo(page);
            assertThat(docs.resolve(RunPage.PLOT)).hasContent(RunsPage.plot(recorded));
        }
    }

    private Path kept(String name, RunRecord run) throws IOException {
        Path made = Files.createDirectories(folder.resolve(name));
        Files.writeString(made.resolve(Archive.RECORD), run.json());
        return made;
    }

    private static RunRecord run(long seed, long attack, long settled, List<String> problems) {
        return new RunRecord(
                seed,
                Instant.parse("2026-11-16T10:00:00Z").plusSeconds(seed),
                attack,
                attack * 2,
                new RunRecord.Machine(2, 24_000, 1.5),
                new RunRecord.Load(20, 1_000, 1_100, 200, 700, 150L, Map.of("approve 200", 9)),
                RecoveryTableTest.FAULTS,
                new RunRecord.TimeToRest(true, 900, settled, 8_000),
                Map.of("requests", 1_200L, "attempts", 1_500L, "ambiguous attempts", 300L),
                new RunRecord.Verdict(22, 0, 1, 0),
                problems);
    }
}
