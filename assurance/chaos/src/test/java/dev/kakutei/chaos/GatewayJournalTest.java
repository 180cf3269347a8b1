package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.chaos.GatewayJournal.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayJournalTest {
    @TempDir
    private Path folder;

    @Test
    void of_growingJournal_followsItLineByLine() throws Exception {
        Path file = Files.createFile(folder.resolve("journal.ndjson"));
        GatewayJournal journal = new GatewayJournal(file);
        assertThat(journal.of("a")).isEqualTo(Finding.NO_EFFECT);

        write(file, "{\"type\":\"RECEIVED\",\"reference\":\"a\"}\n");
        assertThat(journal.of("a")).isEqualTo(Finding.NO_EFFECT);

        write(file, "{\"type\":\"APPLIED\",\"reference\":\"a\",\"id\":\"1\",\"status\":\"PENDING\"}\n{\"type\":\"APPL");
        assertThat(journal.of("a")).isEqualTo(Finding.PENDING);
        assertThat(journal.of("b")).isEqualTo(Finding.NO_EFFECT);

        write(file, "IED\",\"reference\":\"b\",\"id\":\"2\",\"status\":\"AUTHORIZED\"}\n");
        write(file, "{\"type\":\"SETTLED\",\"reference\":\"a\",\"id\":\"1\",\"status\":\"DECLINED\"}\n");
        assertThat(journal.of("a")).isEqualTo(Finding.NO_EFFECT);
        assertThat(journal.of("b")).isEqualTo(Finding.TOOK_EFFECT);
    }

    private static void write(Path file, String text) throws Exception {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }
}
