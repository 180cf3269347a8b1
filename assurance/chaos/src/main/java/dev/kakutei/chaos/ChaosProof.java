package dev.kakutei.chaos;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.read.GatewayJournalFile;
import dev.kakutei.proof.read.ProofPlan;
import dev.kakutei.proof.read.Prover;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.PostgresConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The proof of a system that has come to rest: nothing is on its way any more, so everything is compared. */
final class ChaosProof {
    private static final Duration NO_GRACE = Duration.ofMillis(1);

    private ChaosProof() {}

    static ProofReport of(
            EmbeddedPostgres postgres,
            String bootstrap,
            Path gatewayFile,
            Path journal,
            Path callers,
            Duration skew,
            Consumer<String> progress) {
        PostgresConfig config =
                new PostgresConfig(postgres.jdbcUrl(), postgres.user(), postgres.password(), 3, ProofPlan.SLOT);
        Gateways gateways = gateways(gatewayFile);
        try (Database database = new Database(config, new SimpleMeterRegistry())) {
            database.open();
            return new Prover(
                            new ProofPlan(
                                    new KafkaConfig(
                                            bootstrap, new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS), 1),
                                    database,
                                    ProofPlan.SLOT,
                                    gateways.byName(),
                                    List.of(new GatewayJournalFile(
                                            gateways.byName().keySet(), journal)),
                                    List.of(callers),
                                    callers.toAbsolutePath().getParent(),
                                    NO_GRACE,
                                    skew,
                                    null,
                                    ProofPlan.TIMEOUT,
                                    null),
                            progress)
                    .prove();
        }
    }

    static Gateways gateways(Path file) {
        try {
            return GatewayFile.read(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InvalidGatewayFile e) {
            throw new IllegalStateException(e);
        }
    }
}
