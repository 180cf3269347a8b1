package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.TestDepth;
import dev.kakutei.testkit.TopicReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/**
 * SPEC B2: restart after restart under load, with transactions open at random across them. A few here, a dozen with
 * all proofs; as many as wanted with {@code -Dkakutei.restarts=200}.
 */
class RestartLoopTest {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final int RESTARTS = Integer.getInteger("kakutei.restarts", TestDepth.rounds(3, 12));
    private static final int WRITERS = 3;

    @Test
    void rows_underLoadAcrossManyRestarts_allArrive() throws Exception {
        OutboxFixture outbox = OutboxFixture.migrated();
        Set<String> committed = new HashSet<>();
        ConcurrentLinkedQueue<String> written = new ConcurrentLinkedQueue<>();
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            Random dice = new Random(i);
            Thread writer = new Thread(() -> write(outbox, dice, over, written), "writer-" + i);
            writer.start();
            writers.add(writer);
        }
        for (int i = 0; i < RESTARTS; i++) {
            try (OutboxRelay relay = outbox.started()) {
                assertThat(relay.state()).isNotIn(RelayState.REFUSED, RelayState.STOPPED);
            }
        }
        over.set(true);
        for (Thread writer : writers) {
            writer.join(SOON.toMillis());
        }
        committed.addAll(written);
        try (OutboxRelay relay = outbox.started();
                TopicReader reader = outbox.reader()) {
            assertThat(relay.state()).isNotEqualTo(RelayState.REFUSED);
            Set<String> missing = new HashSet<>(committed);
            List<ConsumerRecord<String, String>> all = reader.until("everything arrives", SOON, seen -> {
                seen.forEach(record -> missing.remove(record.key()));
                return missing.isEmpty();
            });
            System.out.printf(
                    "%d restarts under load: %d rows committed, 0 lost, %d duplicates%n",
                    RESTARTS, committed.size(), all.size() - committed.size());
        }
    }

    /** Short transactions and long ones, some rolled back: each commit is remembered, nothing else. */
    private static void write(
            OutboxFixture outbox, Random dice, AtomicBoolean over, ConcurrentLinkedQueue<String> written) {
        try (Connection connection = outbox.connect()) {
            connection.setAutoCommit(false);
            while (!over.get()) {
                List<String> ids = new ArrayList<>();
                int statements = 1 + dice.nextInt(4);
                for (int i = 0; i < statements; i++) {
                    ids.addAll(OutboxFixture.insert(connection, 1 + dice.nextInt(5)));
                    try (var pause = connection.createStatement()) {
                        pause.execute(
                                "select pg_sleep(" + dice.nextInt(dice.nextInt(10) == 0 ? 1500 : 60) / 1000.0 + ")");
                    }
                }
                if (dice.nextInt(10) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                    written.addAll(ids);
                }
            }
        } catch (SQLException e) {
            throw new AssertionError("the load broke off", e);
        }
    }
}
