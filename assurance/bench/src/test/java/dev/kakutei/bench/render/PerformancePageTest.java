package dev.kakutei.bench.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.bench.result.Latency;
import dev.kakutei.bench.result.Run;
import dev.kakutei.bench.result.RunFiles;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

final class PerformancePageTest {
    private static final List<String> PARTS = List.of("W1", "W1L", "hops", "W2", "W4", "W5", "W6", "W7", "judging");

    @TempDir
    private Path docs;

    @BeforeEach
    void page() throws IOException {
        StringBuilder page = new StringBuilder("before\n");
        PARTS.forEach(part -> page.append("<!-- bench:" + part + " -->\nold\n<!-- /bench:" + part + " -->\nby hand\n"));
        Files.writeString(docs.resolve("performance.md"), page);
    }

    @Test
    void write_nothingMeasured_saysSoAndKeepsTheRest() throws IOException {
        new PerformancePage(docs).write();
        assertThat(Files.readString(docs.resolve("performance.md")))
                .startsWith("before\n<!-- bench:W1 -->\nNot measured yet.\n<!-- /bench:W1 -->\nby hand\n")
                .doesNotContain("old");
    }

    @Test
    void write_severalRounds_showsTheirMedianAndTheRatioToTheBestOther() throws Exception {
        for (int round = 1; round <= 3; round++) {
            store("W1", "kakutei", "0ms", round, 1000 * round);
            store("W1", "textbook", "0ms", round, 500 * round);
            store("W1", "dbos", "0ms", round, 100 * round);
        }
        store("W1L", "kakutei", "300ps", 1, 300);
        new PerformancePage(docs).write();
        String page = Files.readString(docs.resolve("performance.md"));
        assertThat(page)
                .contains(
                        "| kakutei | 2,000 | 2,000 |",
                        "| textbook | 1,000 | 1,000 |",
                        "to the best of the others | 2.00 |")
                .contains("![](performance/w1.svg)")
                .contains("| kakutei | 5.00 / 20.0 / 30.0 |");
        wellFormed("w1.svg");
        wellFormed("w1l.svg");
    }

    @Test
    void write_history_isInTheOrderOfWhatWasStored() throws Exception {
        for (int stored : new int[] {1_000_000, 10_000}) {
            new RunFiles(docs.resolve("performance"))
                    .write(new Run.Builder()
                            .figure("stored_before", stored + 5)
                            .figure("settled_per_second", 900)
                            .figure("cpu_millis_per_request", 1.5)
                            .figure("postgres_cpu_micros", 250)
                            .latency("accept", new Latency(10, 5, 10, 20, 30, 40, List.of()))
                            .of("W7", "kakutei", Integer.toString(stored), 1, ""));
        }
        new PerformancePage(docs).write();
        assertThat(Files.readString(docs.resolve("performance.md"))).contains("""
                | 10,005 | 900 | 1.50 | 250 | 5.00 / 20.0 / 30.0 |
                | 1,000,005 | 900 | 1.50 | 250 | 5.00 / 20.0 / 30.0 |
                """);
    }

    @Test
    void write_judging_holdsEachFigureAgainstItsLimit() throws Exception {
        new RunFiles(docs.resolve("performance"))
                .write(new Run.Builder()
                        .condition("load_average", "7.5")
                        .figure("criteria_micros", 2.5)
                        .figure("json_path_micros", 501)
                        .figure("repeated_regex_percent", 0.125)
                        .figure("criteria_percent_of_call", 5)
                        .of("judging", "kakutei", "", 1, ""));
        new PerformancePage(docs).write();
        assertThat(Files.readString(docs.resolve("performance.md")))
                .contains("nine conditions | 2.50 µs | 1,000 µs | kept |")
                .contains("| one JSONPath | 501 µs | 500 µs | **not kept** |")
                .contains("first evaluation | 0.125 % | 10.0 % | kept |")
                .contains("over loopback | 5.00 % | 5.00 % | kept |")
                .contains("| one JSONPath with `[*]` | – | 500 µs | **not kept** |")
                .contains("load average: 7.5");
    }

    @Test
    void write_twice_changesNothing() throws Exception {
        store("W1", "kakutei", "0ms", 1, 1000);
        new PerformancePage(docs).write();
        String page = Files.readString(docs.resolve("performance.md"));
        new PerformancePage(docs).write();
        assertThat(Files.readString(docs.resolve("performance.md"))).isEqualTo(page);
    }

    @Test
    void write_aRunWithFaults_saysIt() throws Exception {
        new RunFiles(docs.resolve("performance"))
                .write(new Run.Builder().fault("3 accepted, but 2 settled").of("W1", "kakutei", "0ms", 1, ""));
        new PerformancePage(docs).write();
        assertThat(Files.readString(docs.resolve("performance.md"))).contains("3 accepted, but 2 settled");
    }

    @Test
    void put_noMarks_isRefused() {
        assertThatThrownBy(() -> new MarkedPage("a page").put("W1", "x")).hasMessageContaining("<!-- bench:W1 -->");
    }

    private void store(String workload, String contestant, String variant, int round, double perSecond)
            throws IOException {
        new RunFiles(docs.resolve("performance"))
                .write(new Run.Builder()
                        .figure("accepted_per_second", perSecond)
                        .figure("settled_per_second", perSecond)
                        .figure("cpu_millis_per_request", 1)
                        .latency(
                                "accept to gateway",
                                new Latency(
                                        10,
                                        5,
                                        10,
                                        20,
                                        30,
                                        40,
                                        List.of(new Latency.Point(0, 1), new Latency.Point(90, 10))))
                        .latency("accept", new Latency(10, 5, 10, 20, 30, 40, List.of()))
                        .of(workload, contestant, variant, round, ""));
    }

    private void wellFormed(String plot) throws Exception {
        String svg = Files.readString(docs.resolve("performance").resolve(plot));
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
