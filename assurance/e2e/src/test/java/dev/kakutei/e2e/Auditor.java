package dev.kakutei.e2e;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.Seal;
import dev.kakutei.proof.read.GatewayJournalFile;
import dev.kakutei.proof.read.ProofPlan;
import dev.kakutei.proof.read.Prover;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Proves the promises of a system at rest, with everything at hand. */
final class Auditor {
    private final Map<String, Object> kafka;
    private final PostgresConfig postgres;
    private final Path gateways;
    private final GatewayJournalFile journal;
    private final Path temp;
    private final List<String> answered = new ArrayList<>();

    Auditor(Map<String, Object> kafka, PostgresConfig postgres, Path gateways, Path journal, Path temp) {
        this.kafka = kafka;
        this.postgres = postgres;
        this.gateways = gateways;
        this.journal = new GatewayJournalFile(gateways().keySet(), journal);
        this.temp = temp;
    }

    /** A caller was answered; null where it was not. */
    void answered(String key, Integer status) {
        synchronized (answered) {
            answered.add("{\"idempotency_key\":\"" + key + "\",\"status\":" + status + "}");
        }
    }

    ProofReport prove() {
        return prove(journal, null);
    }

    ProofReport prove(Path otherJournal) {
        return prove(new GatewayJournalFile(gateways().keySet(), otherJournal), null);
    }

    ProofReport proveAgainst(Seal.Value sealed) {
        return prove(journal, sealed);
    }

    private ProofReport prove(GatewayJournalFile from, Seal.Value sealed) {
        try (Database database = new Database(postgres, new SimpleMeterRegistry())) {
            database.open();
            Path callers = temp.resolve("callers.ndjson");
            synchronized (answered) {
                Files.write(callers, answered);
            }
            KafkaConfig config = kafka();
            return new Prover(
                            new ProofPlan(
                                    config,
                                    database,
                                    ProofPlan.SLOT,
                                    gateways(),
                                    List.of(from),
                                    List.of(callers),
                                    temp,
                                    Duration.ofMillis(1),
                                    ProofPlan.SKEW,
                                    null,
                                    ProofPlan.TIMEOUT,
                                    sealed),
                            line -> {})
                    .prove();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KafkaConfig kafka() {
        Map<String, String> security = new HashMap<>();
        kafka.forEach((name, value) -> security.put(name, value.toString()));
        String bootstrap = security.remove("bootstrap.servers");
        return new KafkaConfig(bootstrap, new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS), 1, security);
    }

    private Map<String, Gateway> gateways() {
        try {
            return GatewayFile.read(Files.readString(gateways)).byName();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InvalidGatewayFile e) {
            throw new IllegalStateException(e);
        }
    }
}
