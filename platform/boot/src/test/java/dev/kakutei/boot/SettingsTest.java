package dev.kakutei.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private enum Colour {
        RED,
        DARK_BLUE
    }

    @TempDir
    Path folder;

    /** Which of the three says something, and what holds. */
    @ParameterizedTest
    @CsvSource({"f, e, o, o", "f, e, , e", "f, , o, o", "f, , , f", ", e, o, o", ", e, , e", ", , o, o", ", , , none"})
    void value_override_goesBeforeVariableBeforeFile(String file, String variable, String override, String expected)
            throws IOException {
        Settings settings = Settings.load(
                file == null ? null : file("ingest:\n  http:\n    name: " + file),
                variable == null ? Map.of() : Map.of("KAKUTEI_INGEST_HTTP_NAME", variable),
                override == null ? Map.of() : Map.of("ingest.http.name", override));
        assertThat(settings.text("ingest.http.name", "none", "a name")).isEqualTo(expected);
        settings.check();
    }

    @Test
    void values_ofEveryForm_areRead() {
        Settings settings = Settings.of(Map.of("n", "7", "d", "5m", "c", "dark_blue", "t", "text", "r", "there"));
        assertThat(settings.integer("n", 1, 0, 9, "number")).isEqualTo(7);
        assertThat(settings.duration("d", Duration.ZERO, Duration.ZERO, Duration.ofHours(1), "time"))
                .isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.word("c", Colour.class, Colour.RED, "colour")).isEqualTo(Colour.DARK_BLUE);
        assertThat(settings.text("t", "", "text")).isEqualTo("text");
        assertThat(settings.requiredText("r", "text")).isEqualTo("there");
        settings.check();
    }

    @Test
    void values_notSet_areTheDefaults() {
        Settings settings = Settings.of(Map.of());
        assertThat(settings.integer("n", 1, 0, 9, "number")).isEqualTo(1);
        assertThat(settings.duration("d", Duration.ofSeconds(3), Duration.ZERO, Duration.ofHours(1), "time"))
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.word("c", Colour.class, Colour.RED, "colour")).isEqualTo(Colour.RED);
        settings.check();
    }

    @Test
    void mistakes_manyAtOnce_areAllReported() {
        Settings settings = Settings.load(
                null,
                Map.of("KAKUTEI_TYPO", "x", "KAKUTEI_N", "ten", "PATH", "/bin"),
                Map.of("d", "5 minutes", "c", "green", "e", "0", "colour", "x"));
        settings.integer("n", 1, 0, 9, "number");
        settings.integer("e", 1, 1, 9, "number");
        settings.duration("d", Duration.ofSeconds(3), Duration.ZERO, Duration.ofHours(1), "time");
        settings.word("c", Colour.class, Colour.RED, "colour");
        settings.requiredText("r", "what is needed");
        settings.mistake("x", "is odd");
        assertThatThrownBy(settings::check)
                .isInstanceOfSatisfying(
                        InvalidSettings.class,
                        e -> assertThat(e.mistakes())
                                .containsExactly(
                                        "n: must be a whole number from 0 to 9, not \"ten\"",
                                        "e: must be a whole number from 1 to 9, not \"0\"",
                                        "d: must be a duration from 0s to 1h (200ms, 5s, 5m, 24h), not \"5 minutes\"",
                                        "c: must be one of red, dark_blue, not \"green\"",
                                        "r: is missing; set it in the file or as KAKUTEI_R (what is needed)",
                                        "x: is odd",
                                        "colour: is not a setting of this process",
                                        "KAKUTEI_TYPO: sets nothing in this process"))
                .hasMessageStartingWith("the settings have 8 mistakes:");
    }

    @ParameterizedTest
    @CsvSource({"n, 10", "n, -1", "n, 1.0", "n, ''", "n, 99999999999", "d, 61m", "d, 5", "d, -5s", "d, ''"})
    void value_outOfForm_isAMistakeAndTheDefaultHolds(String key, String value) {
        Settings settings = Settings.of(Map.of(key, value));
        Object read = key.equals("n")
                ? settings.integer("n", 1, 0, 9, "number")
                : settings.duration("d", Duration.ofSeconds(1), Duration.ZERO, Duration.ofHours(1), "time");
        assertThat(read).isEqualTo(key.equals("n") ? 1 : Duration.ofSeconds(1));
        assertThatThrownBy(settings::check).hasMessageContaining(key + ": must be");
    }

    @Test
    void required_blank_isMissing() {
        Settings settings = Settings.load(null, Map.of("KAKUTEI_R", " "), Map.of());
        assertThat(settings.requiredText("r", "what is needed")).isEmpty();
        assertThatThrownBy(settings::check).hasMessageContaining("r: is missing");
    }

    @Test
    void mistake_askedForTwice_isReportedOnce() {
        Settings settings = Settings.of(Map.of());
        settings.requiredText("r", "what is needed");
        settings.requiredText("r", "what is needed");
        assertThatThrownBy(settings::check).hasMessageStartingWith("the settings have 1 mistake:");
    }

    @Test
    void variables_ofTheScriptAndTheLog_areNotSettings() {
        Settings settings = Settings.load(
                null,
                Map.of("KAKUTEI_JAVA_OPTS", "-Xmx1g", "KAKUTEI_LOG_FORMAT", "json", "KAKUTEI_LOG_LEVEL", "DEBUG"),
                Map.of());
        settings.check();
        assertThat(Settings.NOT_SETTINGS)
                .containsExactlyInAnyOrder(
                        "KAKUTEI_API_KEY",
                        "KAKUTEI_JAVA_OPTS",
                        "KAKUTEI_LOG_FORMAT",
                        "KAKUTEI_LOG_LEVEL",
                        "KAKUTEI_URL");
    }

    @Test
    void described_everythingAskedFor_isSortedByKey() {
        Settings settings = Settings.of(Map.of());
        settings.requiredText("z.last", "the last");
        settings.duration("m.wait-time", Duration.ofMillis(1500), Duration.ZERO, Duration.ofDays(1), "how long");
        settings.integer("a.first", 4, 1, 9, "the first");
        settings.word("c", Colour.class, Colour.DARK_BLUE, "a colour");
        assertThat(settings.described())
                .containsExactly(
                        new Setting("a.first", "whole number, 1 to 9", "4", "the first"),
                        new Setting("c", "one of red, dark_blue", "dark_blue", "a colour"),
                        new Setting("m.wait-time", "duration, 0s to 1d", "1500ms", "how long"),
                        new Setting("z.last", "text", "", "the last"));
        assertThat(settings.described().get(2).variable()).isEqualTo("KAKUTEI_M_WAIT_TIME");
    }

    @Test
    void file_values_areTakenAsTheyAreWritten() throws IOException {
        Path file = file("""
                password: 0123
                version: 1.10
                hex: 0x1F
                flag: yes
                quoted: "5"
                dotted.key: x
                empty:
                nested: {deep: {deeper: 12_000}}
                heading:
                """);
        Settings settings = Settings.load(file, Map.of(), Map.of());
        Map<String, String> expected = Map.of(
                "password",
                "0123",
                "version",
                "1.10",
                "hex",
                "0x1F",
                "flag",
                "yes",
                "quoted",
                "5",
                "dotted.key",
                "x",
                "empty",
                "none",
                "nested.deep.deeper",
                "12_000");
        expected.forEach((key, value) ->
                assertThat(settings.text(key, "none", "")).as(key).isEqualTo(value));
        settings.check();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'just text'            | must be a mapping
            '- a'                  | must be a mapping
            'a: [1, 2]'            | a is a list; a setting is a single value
            'a: {b: [{c: 1}]}'     | a.b is a list
            'a: {b: 1, b: 2}'      | line 1: Duplicate field 'b'
            '{a.b: 1, a: {b: 2}}'  | a.b is set twice, in two spellings
            'a: {'                 | line
            """)
    void file_notSettings_saysWhy(String text, String reason) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> Settings.load(file, Map.of(), Map.of()))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(reason);
    }

    @Test
    void file_secondDocument_isRefused() throws IOException {
        Path file = file("a: 1\n---\nb: 2\n");
        assertThatThrownBy(() -> Settings.load(file, Map.of(), Map.of())).hasMessageContaining("second document");
    }

    @Test
    void file_emptyOrOnlyComments_setsNothing() throws IOException {
        for (String text : List.of("", "# nothing here\n", "---\n", "{}")) {
            Settings.load(file(text), Map.of(), Map.of()).check();
        }
    }

    @Test
    void file_notThere_saysSo() {
        assertThatThrownBy(() -> Settings.load(folder.resolve("no.yaml"), Map.of(), Map.of()))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("no.yaml: there is no such file");
    }

    @Test
    void file_unknownKey_isNamed() throws IOException {
        Settings settings = Settings.load(file("ingest: {http: {prot: 1}}"), Map.of(), Map.of());
        settings.integer("ingest.http.port", 1, 0, 9, "port");
        assertThatThrownBy(settings::check).hasMessageContaining("ingest.http.prot: is not a setting of this process");
    }

    @Test
    void checkWhatWasRead_othersSettings_areLeftAlone() throws IOException {
        Settings settings =
                Settings.load(file("a: 1\nothers: {key: 2}"), Map.of("KAKUTEI_OTHER", "3"), Map.of("b", "4"));
        settings.integer("a", 1, 0, 9, "read");
        settings.checkWhatWasRead();

        settings.requiredText("missing", "read as well");
        assertThatThrownBy(settings::checkWhatWasRead)
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("missing: is missing")
                .hasMessageNotContaining("others");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "settings", ".yaml"), text);
    }

    @Test
    void fileOfSeveralServices_keysOfTheOthersAreLetBeAndTyposAreNot() {
        Settings settings = Settings.of(Map.of("mine", "1", "theirs", "2", "nobodys", "3"));
        settings.text("mine", "", "");
        assertThatThrownBy(() -> settings.checkBeside(Set.of("theirs")))
                .hasMessageContaining("1 mistake")
                .hasMessageContaining("nobodys: is not a setting of this process");
    }
}
