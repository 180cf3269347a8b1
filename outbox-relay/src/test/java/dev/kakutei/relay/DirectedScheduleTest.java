package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.TestDepth;
import dev.kakutei.testkit.TopicReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/**
 * SPEC B2, B3. The schedule that loses rows when anything but the slot remembers what was read: transaction A inserts
 * and stays open, B commits and is delivered, the relay ends, A commits, a relay starts. Random kills do not find it.
 */
class DirectedScheduleTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** Transactions that are open while the relay ends. */
    private enum Shape {
        ONE_BEFORE_B,
        SEVERAL_IN_REVERSE,
        MANY_ROWS,
        ACROSS_TWO_ENDS
    }

    /** A way for a relay to end, and another to begin. */
    private interface RelayEnd extends AutoCloseable {
        void begin();

        void end();

        @Override
        default void close() {
            end();
        }
    }

    @Test
    void openTransaction_acrossAGracefulRestart_isDelivered() throws SQLException {
        OutboxFixture outbox = OutboxFixture.migrated();
        run("graceful", outbox, TestDepth.rounds(4, 12), new RelayEnd() {
            private OutboxRelay relay = outbox.relay();

            @Override
            public void begin() {
                relay = outbox.started();
            }

            @Override
            public void end() {
                relay.close();
            }
        });
    }

    @Test
    void openTransaction_acrossAKill9_isDelivered() throws SQLException {
        OutboxFixture outbox = OutboxFixture.migrated();
        run("kill -9", outbox, TestDepth.rounds(1, 10), new RelayEnd() {
            private ChildJvm child;

            @Override
            public void begin() {
                child = ChildJvm.start(RelayMain.class, List.of("-Xmx256m"), outbox.environment(), List.of());
            }

            @Override
            public void end() {
                child.close();
            }
        });
    }

    @Test
    void openTransaction_acrossALostConnection_isDelivered() throws SQLException {
        OutboxFixture outbox = OutboxFixture.migrated();
        try (OutboxRelay relay = outbox.started()) {
            run("walsender terminated", outbox, TestDepth.rounds(4, 12), new RelayEnd() {
                @Override
                public void begin() {
                    // The relay goes on by itself.
                }

                @Override
                public void end() {
                    outbox.execute(
                            "select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = '"
                                    + outbox.slot() + "' and active");
                }
            });
            Await.until("it captures again", SOON, relay::state, RelayState.CAPTURING::equals);
        }
    }

    private static void run(String name, OutboxFixture outbox, int rounds, RelayEnd relay) throws SQLException {
        List<String> committed = new ArrayList<>();
        try (relay;
                TopicReader reader = outbox.reader()) {
            relay.begin();
            for (int round = 0; round < rounds; round++) {
                Shape shape = Shape.values()[round % Shape.values().length];
                List<Connection> open = new ArrayList<>();
                List<String> late = new ArrayList<>();
                hold(shape, outbox, open, late);
                List<String> prompt = outbox.insert(2);
                committed.addAll(prompt);
                await(reader, prompt);

                relay.end();
                if (shape == Shape.ACROSS_TWO_ENDS) {
                    relay.begin();
                    List<String> between = outbox.insert(1);
                    committed.addAll(between);
                    await(reader, between);
                    relay.end();
                }
                commit(open);
                committed.addAll(late);
                relay.begin();
                await(reader, late);
            }
            report(name, rounds, committed, reader);
        }
    }

    private static void hold(Shape shape, OutboxFixture outbox, List<Connection> open, List<String> late)
            throws SQLException {
        int transactions = shape == Shape.SEVERAL_IN_REVERSE ? 4 : 1;
        for (int i = 0; i < transactions; i++) {
            Connection connection = outbox.connect();
            connection.setAutoCommit(false);
            late.addAll(OutboxFixture.insert(connection, shape == Shape.MANY_ROWS ? 500 : 1));
            open.add(connection);
        }
        Collections.reverse(open);
    }

    private static void commit(List<Connection> open) throws SQLException {
        for (Connection connection : open) {
            connection.commit();
            connection.close();
        }
    }

    private static void await(TopicReader reader, Collection<String> ids) {
        Set<String> missing = new HashSet<>(ids);
        reader.until("all of " + ids.size() + " rows arrive", SOON, seen -> {
            seen.forEach(record -> missing.remove(record.key()));
            return missing.isEmpty();
        });
    }

    private static void report(String name, int rounds, List<String> committed, TopicReader reader) {
        List<String> delivered =
                reader.toEnd(SOON).stream().map(ConsumerRecord::key).toList();
        Set<String> distinct = new HashSet<>(delivered);
        Set<String> lost = new HashSet<>(committed);
        lost.removeAll(distinct);
        System.out.printf(
                "%s: %d rounds, %d rows committed, %d lost, %d duplicates%n",
                name, rounds, committed.size(), lost.size(), delivered.size() - distinct.size());
        assertThat(lost).isEmpty();
        assertThat(distinct).containsExactlyInAnyOrderElementsOf(committed);
    }
}
