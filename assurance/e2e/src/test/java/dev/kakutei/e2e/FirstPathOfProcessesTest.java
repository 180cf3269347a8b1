package dev.kakutei.e2e;

import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.testkit.fleet.KafkaProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** SPEC G2: each service a process of its own, on a Kafka and a Postgres that are processes as well. */
@Tag("proof")
class FirstPathOfProcessesTest extends FirstPathContract {
    private EmbeddedPostgres postgres;
    private KafkaProcess kafka;

    @Override
    Installation start(Path folder) {
        postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(folder.resolve("postgres")));
        postgres.start();
        kafka = KafkaProcess.start(folder.resolve("kafka"));
        return ServicesOnServers.start(
                new ServerAddresses(kafka.bootstrapServers(), postgres.jdbcUrl(), postgres.user(), postgres.password()),
                folder);
    }

    @AfterAll
    @Override
    void stop() {
        super.stop();
        if (kafka != null) {
            kafka.close();
        }
        if (postgres != null) {
            postgres.close();
        }
    }
}
