package dev.kakutei.e2e;

import dev.kakutei.e2e.deploy.ComposeFile;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.containers.wait.strategy.WaitAllStrategy;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * Kafka and PostgreSQL in containers, from the images of docker-compose.yml and with its settings for PostgreSQL
 * ({@code wal_level=logical} above all, which Testcontainers' own command does not have). Kafka is a single broker here, so
 * that everything has one copy; its topics are made by the services.
 */
final class ContainerServers implements AutoCloseable {
    /** For {@link Needs}. */
    static final String ENGINE = "a Docker engine";

    /** On first use the images are fetched. */
    private static final Duration START = Duration.ofMinutes(3);

    private final KafkaContainer kafka;
    private final PostgreSQLContainer postgres;

    private ContainerServers(KafkaContainer kafka, PostgreSQLContainer postgres) {
        this.kafka = kafka;
        this.postgres = postgres;
    }

    /** What to do about the absence of an engine; empty where one answers. */
    static Optional<String> missing() {
        return DockerClientFactory.instance().isDockerAvailable()
                ? Optional.empty()
                : Optional.of("no Docker engine answers; start one, or set DOCKER_HOST to its address");
    }

    static ContainerServers start() {
        ComposeFile compose = new ComposeFile();
        ContainerServers servers = new ContainerServers(kafka(compose), postgres(compose));
        try {
            Startables.deepStart(servers.kafka, servers.postgres).join();
            return servers;
        } catch (RuntimeException | Error e) {
            servers.close();
            throw e;
        }
    }

    private static KafkaContainer kafka(ComposeFile compose) {
        Map<String, String> inEarnest = compose.environment("kafka-1");
        return new KafkaContainer(compose.image("kafka-1"))
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", inEarnest.get("KAFKA_AUTO_CREATE_TOPICS_ENABLE"))
                .withEnv("KAFKA_OFFSETS_RETENTION_MINUTES", inEarnest.get("KAFKA_OFFSETS_RETENTION_MINUTES"))
                .withEnv("KAFKA_MIN_INSYNC_REPLICAS", "1")
                .withStartupTimeout(START);
    }

    /** The user is the owner of the database and a superuser: it migrates, and makes the publication and the slot. */
    private static PostgreSQLContainer postgres(ComposeFile compose) {
        Map<String, String> inEarnest = compose.environment("postgres");
        return new PostgreSQLContainer(compose.image("postgres"))
                .withDatabaseName(inEarnest.get("POSTGRES_DB"))
                .withUsername(inEarnest.get("POSTGRES_USER"))
                .withPassword("for-tests-only")
                .withCommand(compose.list("postgres", "command").toArray(String[]::new))
                .waitingFor(new WaitAllStrategy()
                        // once for the server that makes the database, once for the one that stays
                        .withStrategy(Wait.forLogMessage(".*database system is ready to accept connections.*\\s", 2))
                        // with some engines the port is reachable from here only a moment later
                        .withStrategy(Wait.forListeningPort())
                        .withStartupTimeout(START));
    }

    ServerAddresses servers() {
        // Not getJdbcUrl(), which adds a parameter for the driver: the relay's Debezium would be given it too.
        String url = "jdbc:postgresql://" + postgres.getHost() + ":"
                + postgres.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT) + "/" + postgres.getDatabaseName();
        return new ServerAddresses(kafka.getBootstrapServers(), url, postgres.getUsername(), postgres.getPassword());
    }

    @Override
    public void close() {
        kafka.stop();
        postgres.stop();
    }
}
