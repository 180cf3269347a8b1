package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.relay.capture.CaptureRefused;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC B3: log that was removed before it was read is a gap, and nobody may read on over it. */
class SlotLostTest {
    @Test
    void start_logRemovedBeforeItWasRead_refuses(@TempDir Path folder) {
        try (EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder)
                        .withSettings(Map.of("max_slot_wal_keep_size", "1MB", "max_wal_size", "32MB")))
                .start()) {
            OutboxFixture outbox = new OutboxFixture(
                    new RealPostgres.Database("kakutei", postgres.jdbcUrl(), postgres.user(), postgres.password()),
                    RealKafka.bootstrapServers(),
                    RealKafka.freshPrefix());
            outbox.migrate();
            Await.until(
                    "PostgreSQL gives the slot up",
                    Duration.ofSeconds(60),
                    () -> {
                        outbox.insert(1);
                        outbox.execute("select pg_switch_wal()");
                        outbox.execute("checkpoint");
                        return outbox.query("select wal_status from pg_replication_slots");
                    },
                    "lost"::equals);

            OutboxRelay relay = outbox.relay();
            try {
                assertThatThrownBy(relay::start)
                        .isInstanceOf(CaptureRefused.class)
                        .hasMessageContaining("is lost (wal_removed)")
                        .hasMessageContaining("pg_drop_replication_slot('" + outbox.slot() + "')");
            } finally {
                relay.close();
            }
        }
    }
}
