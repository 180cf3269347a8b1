package dev.kakutei.proof.read;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.store.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Kafka and Postgres themselves, running: whether something hangs in them. A working system always has something under
 * way; what counts is that what was under way a moment ago comes to its end.
 */
final class Servers {
    private static final Duration ASKING = Duration.ofSeconds(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final KafkaConfig kafka;
    private final Database database;
    private final String slot;
    private final Duration timeout;
    private final Findings findings;

    Servers(ProofPlan plan, Findings findings) {
        this.kafka = plan.kafka();
        this.database = plan.database();
        this.slot = plan.slot();
        this.timeout = plan.timeout();
        this.findings = findings;
    }

    void kafka() {
        try (KafkaConsumer<byte[], byte[]> all = consumer("read_uncommitted");
                KafkaConsumer<byte[], byte[]> committed = consumer("read_committed")) {
            List<TopicPartition> partitions = new ArrayList<>();
            all.listTopics(ASKING).forEach((topic, infos) -> {
                if (topic.startsWith(kafka.topics().prefix()) || topic.startsWith("__")) {
                    infos.forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
                }
            });
            Map<TopicPartition, Long> ends = new HashMap<>(all.endOffsets(partitions, ASKING));
            findings.examined(Promise.NO_HANGING_TRANSACTION, partitions.size());
            untilNothing(() -> {
                Map<TopicPartition, Long> stable = committed.endOffsets(ends.keySet(), ASKING);
                ends.entrySet().removeIf(end -> stable.get(end.getKey()) >= end.getValue());
                return ends.isEmpty();
            });
            ends.forEach((partition, end) -> findings.violated(
                    Promise.NO_HANGING_TRANSACTION,
                    partition,
                    "a transaction before offset " + end + " is open for more than " + timeout.toSeconds()
                            + " s; ./kakutei doctor shows whether it hangs"));
        }
    }

    void postgres() {
        findings.examined(Promise.NO_HANGING_TRANSACTION);
        for (String transaction : strings("select 'prepared transaction ' || gid from pg_prepared_xacts union all"
                + " select 'session ' || pid || ' of ' || application_name from pg_stat_activity where xact_start <"
                + " now() - interval '" + timeout.toSeconds() + " seconds' and backend_type = 'client backend'"
                + " and pid <> pg_backend_pid() and datname = current_database()")) {
            findings.violated(
                    Promise.NO_HANGING_TRANSACTION,
                    transaction,
                    "has a transaction open for more than " + timeout.toSeconds() + " s");
        }
    }

    void slot() {
        findings.examined(Promise.SLOT_CAUGHT_UP);
        String written = strings("select pg_current_wal_flush_lsn()::text").get(0);
        List<String> behind = new ArrayList<>();
        boolean caughtUp = untilNothing(() -> {
            behind.clear();
            behind.addAll(strings("select coalesce((select case when confirmed_flush_lsn >= '" + written
                    + "' then '' else pg_wal_lsn_diff('" + written + "', confirmed_flush_lsn) || ' bytes behind, '"
                    + " || case when active then 'and active' else 'and inactive' end end"
                    + " from pg_replication_slots where slot_name = '" + slot.replace("'", "''")
                    + "'), 'it does not exist')"));
            return behind.get(0).isEmpty();
        });
        if (!caughtUp) {
            findings.violated(Promise.SLOT_CAUGHT_UP, "slot " + slot, behind.get(0));
        }
    }

    private boolean untilNothing(Supplier<Boolean> done) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!done.get()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        Map<String, Object> properties = kafka.clientProperties("kakutei-proof-" + isolation);
        properties.put("isolation.level", isolation);
        properties.put("enable.auto.commit", false);
        properties.put("allow.auto.create.topics", false);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private List<String> strings(String sql) {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> strings = new ArrayList<>();
            while (row.next()) {
                strings.add(row.getString(1));
            }
            connection.commit();
            return strings;
        } catch (SQLException e) {
            throw new Unreadable("Postgres does not answer: " + e.getMessage(), e);
        }
    }
}
