package dev.kakutei.proof.read;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.proof.Seal;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.store.database.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What is to be read, and how it is to be judged.
 *
 * @param slot the replication slot of the relay
 * @param gateways as their file describes them
 * @param journals the gateways' journals and settlement files
 * @param callers logs of what was answered to callers
 * @param temp an existing folder for everything that is read, sorted
 * @param grace how long something may be on its way between two places
 * @param skew how far clocks may differ
 * @param kept how long settled requests stay in Postgres; null for ever
 * @param timeout how long something may hang in Kafka or Postgres
 * @param sealed what an earlier proof sealed, to be compared; null for nothing
 */
public record ProofPlan(
        KafkaConfig kafka,
        Database database,
        String slot,
        Map<String, Gateway> gateways,
        List<GatewayJournalFile> journals,
        List<Path> callers,
        Path temp,
        Duration grace,
        Duration skew,
        Duration kept,
        Duration timeout,
        Seal.Value sealed) {
    public static final String SLOT = "kakutei_outbox";
    public static final Duration GRACE = Duration.ofSeconds(60);
    public static final Duration SKEW = Duration.ofSeconds(2);
    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    public ProofPlan {
        requireNonNull(kafka, "kafka");
        requireNonNull(database, "database");
        requireNonNull(slot, "slot");
        gateways = Map.copyOf(gateways);
        journals = List.copyOf(journals);
        callers = List.copyOf(callers);
        requireNonNull(temp, "temp");
        requireNonNull(grace, "grace");
        requireNonNull(skew, "skew");
        requireNonNull(timeout, "timeout");
    }
}
