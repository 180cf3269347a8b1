package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the real servers on the folders. */
class StoreHistoryOfServersTest {
    @TempDir
    Path folder;

    @Test
    void endedCleanly_oneServerStillRuns_marksNothing_bothStopped_marksTheStop() {
        Path postgres = folder.resolve("postgres");
        Path kafka = folder.resolve("kafka");
        try (EmbeddedPostgres database = new EmbeddedPostgres(EmbeddedPostgresConfig.in(postgres));
                EmbeddedKafka broker = new EmbeddedKafka(EmbeddedKafkaConfig.in(kafka))) {
            try (StoreHistory history = start(postgres, kafka, "first boot")) {
                database.start();
                broker.start();
                database.stop();
                assertThat(history.endedCleanly()).contains("Kafka was not stopped in " + kafka);
            }
            broker.stop();
            database.start();
            try (StoreHistory history = start(postgres, kafka, "first boot")) {
                assertThat(history.endedCleanly()).contains("PostgreSQL was not stopped in " + postgres);
            }
            broker.start();
            try (StoreHistory history = start(postgres, kafka, "first boot")) {
                broker.stop();
                database.stop();
                assertThat(history.endedCleanly()).isEmpty();
            }
        }
        try (StoreHistory history = start(postgres, kafka, "second boot")) {
            assertThat(history).isNotNull();
        }
    }

    private static StoreHistory start(Path postgres, Path kafka, String boot) {
        StoreHistory history = new StoreHistory(List.of(postgres, kafka), () -> Optional.of(boot), Instant::now);
        assertThat(history.began()).isEmpty();
        return history;
    }
}
