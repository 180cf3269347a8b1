package dev.kakutei.standalone.doctor;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.relay.capture.CaptureConfig;
import dev.kakutei.relay.capture.Inspection;
import dev.kakutei.relay.capture.PostgresAddress;
import dev.kakutei.relay.capture.SlotInspector;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.database.PostgresConfig;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;

/** Checks both servers, and reports everything at once; one that does not answer does not hide the other. */
public final class Doctor {
    private Doctor() {}

    /**
     * @param postgres with the slot and the pool that ingest and relay are set to
     * @param shedMib {@code ingest.shed.wal}
     */
    public static List<DoctorFinding> examine(
            PostgresConfig postgres, int shedMib, KafkaConfig kafka, Collection<String> gateways) {
        List<DoctorFinding> all = new ArrayList<>(postgres(postgres, shedMib));
        all.addAll(kafka(kafka, kafka.topics().all(gateways)));
        return all;
    }

    private static List<DoctorFinding> postgres(PostgresConfig config, int shedMib) {
        DoctorFindings found = new DoctorFindings(DoctorFinding.Server.POSTGRES);
        List<DoctorFinding> all = new ArrayList<>();
        if (!config.owner().equals(config.user())) {
            try {
                PostgresReader.knock(config.url(), config.user(), config.password());
            } catch (SQLException e) {
                unanswered(config, config.user(), e, found);
            }
        }
        try {
            all.addAll(PostgresRules.judge(PostgresReader.read(config), config.poolSize(), shedMib));
            slot(config, found);
        } catch (SQLException e) {
            unanswered(config, config.owner(), e, found);
        }
        all.addAll(found.all());
        return all;
    }

    /** What follows the question mark of an address may be a password. */
    private static void unanswered(PostgresConfig config, String user, SQLException e, DoctorFindings found) {
        found.mistake(
                "connection",
                config.url().replaceFirst("\\?.*", "") + " as " + user + ": " + e.getMessage(),
                "see postgres.url, .user, .password and postgres.migration");
    }

    /** The relay's own judgement: what it would refuse is found here first. */
    private static void slot(PostgresConfig config, DoctorFindings found) {
        PostgresAddress address = PostgresAddress.parse(config.url(), config.owner(), config.ownersPassword())
                .orElse(null);
        if (address == null) {
            found.mistake("postgres.url", "names several servers, which the relay cannot read from", "name one");
            return;
        }
        CaptureConfig capture =
                new CaptureConfig(address, config.slot(), Duration.ofMillis(5), 1, 2, Duration.ofMillis(100));
        try (SlotInspector inspector = new SlotInspector(capture)) {
            inspector.inspect().match(new SlotFindings(config.slot(), found));
        }
    }

    private static List<DoctorFinding> kafka(KafkaConfig config, List<Topic<?>> ours) {
        try {
            KafkaFacts facts = KafkaReader.read(config, ours);
            List<DoctorFinding> all = new ArrayList<>(KafkaRules.judge(facts, config, ours));
            all.addAll(transactions(config, facts));
            return all;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Kafka was asked", e);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            DoctorFindings found = new DoctorFindings(DoctorFinding.Server.KAFKA);
            found.mistake(
                    "connection",
                    config.bootstrap() + ": " + (cause.getMessage() == null ? "no answer" : cause.getMessage()),
                    "see kafka.bootstrap and kafka.security-file");
            return found.all();
        }
    }

    /** What we may not see is no reason to say nothing of the rest. */
    private static List<DoctorFinding> transactions(KafkaConfig config, KafkaFacts facts) throws InterruptedException {
        Duration longest = Duration.ofMillis(Math.max(0, facts.number("transaction.max.timeout.ms")));
        try {
            return TransactionRules.judge(TransactionFactsReader.read(config, longest), Instant.now());
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            DoctorFindings found = new DoctorFindings(DoctorFinding.Server.KAFKA);
            found.note(
                    "transactions",
                    "not checked: " + (cause.getMessage() == null ? "no answer" : cause.getMessage()),
                    "READ on our topics and __consumer_offsets, and DESCRIBE on transactional ids, let us look");
            return found.all();
        }
    }

    private record SlotFindings(String slot, DoctorFindings found) implements Inspection.Cases<Void> {
        @Override
        public Void ready(Inspection.Ready finding) {
            found.note("slot " + slot, "whole, and no relay reads through it", "start a relay");
            return null;
        }

        @Override
        public Void inUse(Inspection.InUse finding) {
            found.good("slot " + slot, "whole, and read by " + finding.by());
            return null;
        }

        @Override
        public Void notYet(Inspection.NotYet finding) {
            found.note(
                    "slot " + slot, finding.reason(), "nothing to do: the first ingest makes the tables and the slot");
            return null;
        }

        @Override
        public Void missing(Inspection.Missing finding) {
            found.mistake("slot " + slot, finding.refusal().getMessage(), "");
            return null;
        }

        @Override
        public Void unusable(Inspection.Unusable finding) {
            found.mistake("slot " + slot, finding.refusal().getMessage(), "");
            return null;
        }
    }
}
