package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Canary;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.TestDepth;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.replication.PGReplicationStream;

/** SPEC B4, F8: progress is seen from outside, and a quiet outbox keeps no log. */
class CanaryTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long MEGABYTE = 1024 * 1024;

    @Test
    void canaries_whileItCaptures_goTheWholeWayAndAreSweptAway() {
        OutboxFixture outbox = OutboxFixture.migrated().with("relay.name", "relay-one");
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (OutboxRelay relay = new OutboxRelay(outbox.config(), meters);
                TopicReader reader = new TopicReader(
                        RealKafka.bootstrapServers(), TopicReader.Isolation.READ_COMMITTED, outbox.topic("canaries"))) {
            outbox.execute("insert into relay_canaries (sent_at, relay)"
                    + " select now() - interval '1 hour', 'gone' from generate_series(1, 50)");
            relay.start();
            List<Canary> canaries = reader
                    .until(
                            "own canaries arrive",
                            SOON,
                            seen -> seen.stream()
                                            .filter(record -> record.key().equals("relay-one"))
                                            .count()
                                    >= 3)
                    .stream()
                    .map(record -> Codecs.CANARY.decode(record.value().getBytes(StandardCharsets.UTF_8)))
                    .filter(canary -> canary.relay().equals("relay-one"))
                    .toList();
            assertThat(canaries).extracting(Canary::number).isSorted().doesNotHaveDuplicates();
            // Counted when Kafka's acknowledgement has come back, which may be after a reader has the record.
            Await.until(
                    "it is measured",
                    () -> meters.get("relay.canary.latency").timer().count() > 0);
            assertThat(relay.checks().get(0).problem().get()).isEmpty();
            Await.until(
                    "old ones are swept away",
                    () -> outbox.query("select count(*) from relay_canaries where relay = 'gone'"),
                    "0"::equals);
        }
    }

    /** DESIGN decision 2: heartbeats alone do not move the slot past the log of other tables. */
    @Test
    void slot_quietOutboxBesideABusyTable_keepsNoMoreThanAFewMegabytes() throws SQLException {
        OutboxFixture outbox = OutboxFixture.migrated();
        outbox.execute("create table busy (n bigint, text text)");
        try (OutboxRelay relay = outbox.started();
                Connection connection = outbox.connect();
                Statement other = connection.createStatement()) {
            assertThat(relay.state()).isEqualTo(RelayState.CAPTURING);
            long written = 0;
            int rounds = TestDepth.rounds(5, 12);
            for (int i = 0; i < rounds; i++) {
                long before = lsn(outbox);
                other.execute(
                        "insert into busy select n, repeat(md5(n::text), 30) from generate_series(1, 10000) as n");
                written += lsn(outbox) - before;
                Await.until("the slot lets go", () -> {
                    // What the server does every fifteen seconds by itself: only then can a slot let go of old log.
                    other.execute(outbox.major() >= 16 ? "select pg_log_standby_snapshot()" : "checkpoint");
                    return lag(outbox) < MEGABYTE && retained(outbox) < 4 * MEGABYTE;
                });
            }
            System.out.printf("quiet outbox: %d MB of log by another table, let go every time%n", written / MEGABYTE);
            assertThat(written).isGreaterThan(rounds * 8 * MEGABYTE);
        }
    }

    /** A client that reads through our slot takes what is ours: all relays stand by, none is green for long. */
    @Tag("proof")
    @Test
    void slot_readByAnotherClient_isReportedAndWhatItTookIsAnnouncedAgain() throws Exception {
        OutboxFixture outbox = OutboxFixture.migrated()
                .with("relay.canary-timeout", "2s")
                .with("relay.reconcile.interval", "200ms")
                .with("relay.reconcile.age", "1s");
        outbox.started().close();
        Await.until(
                "the slot is free",
                () -> outbox.query("select active from pg_replication_slots where slot_name = '" + outbox.slot() + "'"),
                "f"::equals);
        List<String> stolen;
        try (OutboxRelay relay = outbox.relay()) {
            try (Connection stranger = outbox.database().replication();
                    PGReplicationStream stream = stranger.unwrap(PGConnection.class)
                            .getReplicationAPI()
                            .replicationStream()
                            .logical()
                            .withSlotName(outbox.slot())
                            .withSlotOption("proto_version", 1)
                            .withSlotOption("publication_names", "kakutei_outbox")
                            .start()) {
                relay.start();
                assertThat(relay.state()).isEqualTo(RelayState.STANDBY);
                stolen = outbox.accept(5);
                Await.until(
                        "the silence is reported",
                        SOON,
                        () -> problem(relay).orElse(""),
                        text -> text.contains("in use") && text.contains("no canary"));
                Await.until("the stranger has taken it all", SOON, () -> {
                    while (stream.readPending() != null) {
                        stream.setFlushedLSN(stream.getLastReceiveLSN());
                        stream.setAppliedLSN(stream.getLastReceiveLSN());
                    }
                    stream.forceUpdateStatus();
                    return lag(outbox) < 1024;
                });
            }
            try (TopicReader reader = outbox.reader()) {
                reader.until(
                        "what he took is there",
                        SOON,
                        seen -> seen.stream()
                                        .filter(record -> stolen.contains(record.key()))
                                        .map(record -> record.key())
                                        .distinct()
                                        .count()
                                == stolen.size());
            }
            Await.until("it captures", SOON, relay::state, RelayState.CAPTURING::equals);
            Await.until("it is well again", SOON, () -> problem(relay).isEmpty());
        }
    }

    @Test
    void watch_silenceLongerThanItsTimeout_isAProblemUntilOneArrives() {
        CanaryWatch watch = new CanaryWatch(Duration.ofSeconds(15));
        long begin = 1_000;
        assertThat(watch.problem(begin)).isEmpty();
        watch.began(begin);
        assertThat(watch.problem(begin + Duration.ofSeconds(15).toNanos())).isEmpty();
        assertThat(watch.problem(begin + Duration.ofSeconds(16).toNanos()))
                .hasValueSatisfying(text -> assertThat(text).contains("16 s"));
        watch.arrived(begin + Duration.ofSeconds(17).toNanos());
        assertThat(watch.problem(begin + Duration.ofSeconds(18).toNanos())).isEmpty();
    }

    /** Before 17 there is no such mark: it is logged, and the capture goes on. */
    @Test
    void failover_asked_marksTheSlotForReplicasWhereThatIsPossible() {
        OutboxFixture outbox = OutboxFixture.migrated().with("relay.slot-failover", "on");
        try (OutboxRelay relay = outbox.started()) {
            assertThat(relay.state()).isEqualTo(RelayState.CAPTURING);
            assertThat(outbox.query("select to_jsonb(s) ->> 'failover' from pg_replication_slots s where slot_name = '"
                            + outbox.slot() + "'"))
                    .isEqualTo(outbox.major() >= 17 ? "true" : null);
        }
    }

    private static Optional<String> problem(OutboxRelay relay) {
        return relay.checks().get(0).problem().get();
    }

    private static long lsn(OutboxFixture outbox) {
        return Long.parseLong(outbox.query("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"));
    }

    private static long lag(OutboxFixture outbox) {
        return slot(outbox, "confirmed_flush_lsn");
    }

    private static long retained(OutboxFixture outbox) {
        return slot(outbox, "restart_lsn");
    }

    private static long slot(OutboxFixture outbox, String position) {
        return Long.parseLong(outbox.query("select pg_wal_lsn_diff(pg_current_wal_lsn(), " + position
                + ")::bigint from pg_replication_slots where slot_name = '" + outbox.slot() + "'"));
    }
}
