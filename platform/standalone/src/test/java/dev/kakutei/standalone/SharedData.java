package dev.kakutei.standalone;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.PostgresConfig;
import dev.kakutei.testkit.TestFolders;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.Map;

/**
 * A data folder with the servers of {@code ./kakutei up} running on it, and none of its services: one for the tests of this
 * JVM that do not get into each other's way. Each server starts when it is first asked for.
 *
 * <p>Both are set wrong in many ways at once, which {@code ./kakutei doctor} finds and no other command minds.
 */
final class SharedData {
    static final Path FOLDER = TestFolders.create("data");

    private SharedData() {}

    /** Its first database has the tables; clients are one test's, requests another's. */
    static EmbeddedPostgres postgres() {
        return Postgres.SERVER;
    }

    static EmbeddedKafka kafka() {
        return Kafka.SERVER;
    }

    static PostgresConfig config() {
        return config(postgres());
    }

    private static PostgresConfig config(EmbeddedPostgres postgres) {
        return new PostgresConfig(postgres.jdbcUrl(), postgres.user(), postgres.password(), 3, "slot");
    }

    private static final class Postgres {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            Path folder = FOLDER.resolve("postgres");
            EmbeddedPostgres postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder)
                    .withSettings(Map.of(
                            "fsync", "off",
                            "synchronous_commit", "off",
                            "wal_sender_timeout", "60s",
                            "max_slot_wal_keep_size", "1GB",
                            "max_connections", "20")));
            TestFolders.removeAtEnd(postgres, folder);
            postgres.start();
            try (Database database = new Database(config(postgres), new SimpleMeterRegistry())) {
                database.start();
            }
            return postgres;
        }
    }

    private static final class Kafka {
        static final EmbeddedKafka SERVER = start();

        private static EmbeddedKafka start() {
            Path folder = FOLDER.resolve("kafka");
            EmbeddedKafka kafka = new EmbeddedKafka(
                    EmbeddedKafkaConfig.in(folder).withProperties(Map.of("offsets.retention.minutes", "10080")));
            TestFolders.removeAtEnd(kafka, folder);
            return kafka.start();
        }
    }
}
