package dev.kakutei.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.console.ConsoleFiles;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The console, which knows no code of ours, names every status and every kind of request. */
class ConsoleWordsTest {
    private static final ConsoleFiles FILES = new ConsoleFiles();

    @ParameterizedTest
    @EnumSource(Status.class)
    void status_everyOne_isDrawnAndNamed(Status status) throws Exception {
        assertThat(text("js/states.js")).contains("\n  " + status.word() + ": {tone: ");
        assertThat(messages().path("state." + status.word()).asText()).isNotBlank();
        assertThat(messages().path("state." + status.word() + ".say").asText()).isNotBlank();
    }

    @Test
    void kinds_all_areNamedAndNoOther() throws Exception {
        assertThat(messages().properties().stream()
                        .map(message -> message.getKey())
                        .filter(key -> key.startsWith("kind.")))
                .containsExactlyInAnyOrder(Stream.of(RequestKind.values())
                        .map(kind -> "kind." + kind.wire())
                        .toArray(String[]::new));
    }

    /** The other languages have the same keys. */
    private static JsonNode messages() throws Exception {
        return Json.MAPPER.readTree(text("messages/en.json"));
    }

    private static String text(String path) {
        return new String(FILES.find(path).orElseThrow().body(), UTF_8);
    }
}
