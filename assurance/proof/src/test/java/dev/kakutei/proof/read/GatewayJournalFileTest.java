package dev.kakutei.proof.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.proof.GatewayLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same lines in every form, and a sentence with a place for what is none. */
class GatewayJournalFileTest {
    private static final GatewayLine LINE = new GatewayLine(
            "cards",
            GatewayLine.Type.APPLIED,
            Instant.parse("2026-11-16T12:00:00.250Z"),
            "01a1e282-44ff-772e-897d-52748770248e",
            2,
            "1200.00",
            "JPY",
            null,
            null,
            null,
            "ch_5,5",
            "AUTHORIZED");

    @TempDir
    private Path folder;

    @Test
    void read_csvLinesAndArray_areTheSame() throws Exception {
        String csv = "\ufeffid,reference,type,at,attempt,amount,currency,status,quantity,whatever\r\n"
                + "\"ch_5,5\",01a1e282-44ff-772e-897d-52748770248e,applied,2026-11-16T21:00:00.250+09:00,2,1200.00,JPY,"
                + "authorized,,\"he said \"\"no\"\"\nand left\"\r\n\r\n";
        String object = "{\"id\":\"ch_5,5\",\"reference\":\"01a1e282-44ff-772e-897d-52748770248e\",\"at\":"
                + "\"2026-11-16T12:00:00.250Z\",\"attempt\":\"2\",\"amount\":\"1200.00\",\"currency\":\"JPY\",\"status\":"
                + "\"AUTHORIZED\",\"quantity\":null,\"more\":{\"a\":1}}";
        assertThat(lines("day.CSV", csv)).containsExactly(LINE);
        assertThat(lines("day.ndjson", object + "\n\n" + object + "\n")).containsExactly(LINE, LINE);
        assertThat(lines("day.json", " [" + object + ",\n" + object + "]")).containsExactly(LINE, LINE);
    }

    @Test
    void read_lastLineCutOffInWriting_isSkipped() throws Exception {
        assertThat(lines("journal.ndjson", "{\"reference\":\"r-1\"}\n{\"referen"))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.ndjson | {\"reference\":\"r\"}~{\"x\"~{\"reference\":\"r\"}~   | line 2 is not JSON",
                "a.ndjson | {\"id\":\"x\"}~                                       | line 1 has no reference",
                "a.ndjson | {\"reference\":\"r\",\"type\":\"GONE\"}~              | line 1 has the type GONE",
                "a.ndjson | {\"reference\":\"r\",\"at\":\"yesterday\"}~           | yesterday is not a time",
                "a.ndjson | 17~                                                   | line 1 is not a JSON object",
                "a.csv    | reference,id~r~                                       | row 1 has 1 fields, and there are 2 names",
                "a.csv    | id~x~                                                 | line 1 has no reference",
                "a.csv    | reference~\"r~                                        | ends inside a quoted field"
            })
    void read_whatIsNoJournal_isRefusedWithItsPlace(String name, String text, String sentence) {
        assertThatThrownBy(() -> lines(name, text.replace('~', '\n')))
                .isInstanceOf(Unreadable.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void read_noFile_isRefused() {
        assertThatThrownBy(() -> new GatewayJournalFile(Set.of("cards"), folder.resolve("none.csv")).read(line -> {}))
                .isInstanceOf(Unreadable.class)
                .hasMessageContaining("there is no file");
    }

    @Test
    void of_text_isNamedAndShared() {
        assertThat(GatewayJournalFile.of("b,a=x=y.csv"))
                .isEqualTo(new GatewayJournalFile(Set.of("a", "b"), Path.of("x=y.csv")));
        assertThat(GatewayJournalFile.of("b,a=x.csv").name()).isEqualTo("a,b");
        assertThatThrownBy(() -> GatewayJournalFile.of("x.csv")).hasMessageContaining("GATEWAY=FILE");
    }

    private List<GatewayLine> lines(String name, String text) throws Exception {
        List<GatewayLine> lines = new ArrayList<>();
        new GatewayJournalFile(Set.of("cards"), Files.writeString(folder.resolve(name), text)).read(lines::add);
        return lines;
    }
}
