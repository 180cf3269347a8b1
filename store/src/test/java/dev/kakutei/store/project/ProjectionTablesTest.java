package dev.kakutei.store.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.TestStore;
import dev.kakutei.store.accept.LedgerTable;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.database.LedgerRow;
import dev.kakutei.store.database.Rows;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TestDepth;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC E1: events and snapshots in one transaction, in order, exactly once. */
class ProjectionTablesTest {
    private static final AtomicInteger PARTITIONS = new AtomicInteger();
    private static TestStore store;
    private static LedgerTable ledger;
    private static ProjectionTables tables;

    private final TopicPartition partition = new TopicPartition("ledger", PARTITIONS.incrementAndGet());

    @BeforeAll
    static void open() {
        store = TestStore.open();
        ledger = new LedgerTable(store.database());
        tables = new ProjectionTables(store.database());
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @Test
    void write_wholeLife_updatesEventsSnapshotOutboxAndOffset() throws Exception {
        NewRequest request = accepted("life-1");

        ProjectionTables.Written written =
                tables.write(at(0, EventHistories.succeeded(request)), from(Advance.NOWHERE, 3));

        assertThat(written).isEqualTo(new ProjectionTables.Written(2, 1, List.of()));
        assertFolded("life-1");
        assertThat(store.text("select status || ' ' || attempts || ' ' || coalesce(locked_by, '-') from outbox_orders"
                        + " where id = '" + request.id() + "'"))
                .isEqualTo("succeeded 1 -");
        assertThat(tables.offsets(Set.of(partition))).isEqualTo(Map.of(partition, 3L));
    }

    @Test
    void write_heldAndResubmitted_showsTheVersionThatStandsAfterEveryEvent() throws Exception {
        NewRequest request = accepted("approval-1");
        List<LedgerEvent> life = EventHistories.approvedLater(request);

        for (int i = 1; i < life.size(); i++) {
            tables.write(at(i, life.subList(i, i + 1)), List.of());
            assertFolded("approval-1");
        }

        assertThat(store.text(
                        "select concat_ws(' ', version, gateway, amount, currency, note, approval_policy, comments,"
                                + " current_event_id, left(version_digest, 4), left(request_digest, 4) <> 'cdcd',"
                                + " approval_status, approved_at is not null, submissions, summaries, summary,"
                                + " summary_origin) from ledger"
                                + " where request_id = '" + request.id() + "'"))
                .isEqualTo("2 cards-only 7.50 EUR less now strict 2 12 cdcd t approved t 1/1/9,2/5/10 2 A small one."
                        + " generated");
        assertThat(store.text("select gateway || ' ' || amount from outbox_orders where id = '" + request.id() + "'"))
                .as("the message of the acceptance")
                .isEqualTo("simulator 1200.00");
    }

    @Test
    void write_attemptUnderWay_showsWhoHoldsIt() throws Exception {
        NewRequest request = accepted("held-1");

        LaneReaders lanes = (gateway, number) ->
                Optional.of("sender of " + gateway).filter(name -> number == partition.partition());

        new ProjectionTables(store.database(), lanes, SameTransactionWriter.NOTHING)
                .write(at(0, EventHistories.succeeded(request).subList(0, 2)), from(Advance.NOWHERE, 2));

        assertThat(store.text("select status || ' ' || locked_by || ' ' || (locked_at is not null) from outbox_orders"
                        + " where id = '" + request.id() + "'"))
                .isEqualTo("sending sender of simulator true");
    }

    @Test
    void write_sameRecordsTwice_changesNothingTheSecondTime() throws Exception {
        NewRequest request = accepted("twice-1");
        List<IncomingEvent> records = at(0, EventHistories.succeeded(request));
        tables.write(records, from(Advance.NOWHERE, 3));
        Entry before = ledger.find("default", "twice-1").orElseThrow();

        ProjectionTables.Written again = tables.write(records, from(3, 3));

        assertThat(again).isEqualTo(new ProjectionTables.Written(0, 3, List.of()));
        assertThat(ledger.find("default", "twice-1")).contains(before);
        assertThat(ledger.events(request.id())).hasSize(3);
    }

    @Test
    void write_sameRecordTwiceInOneBatch_isAppliedOnce() throws Exception {
        NewRequest request = accepted("double-1");
        List<LedgerEvent> life = EventHistories.succeeded(request);

        ProjectionTables.Written written = tables.write(
                at(0, List.of(life.get(0), life.get(1), life.get(1), life.get(2))), from(Advance.NOWHERE, 4));

        assertThat(written).isEqualTo(new ProjectionTables.Written(2, 2, List.of()));
        assertFolded("double-1");
    }

    @Test
    void write_zombieWithAnOldOffset_isFencedAndChangesNothing() throws Exception {
        NewRequest request = accepted("zombie-1");
        List<LedgerEvent> life = EventHistories.succeeded(request);
        tables.write(at(0, life.subList(0, 2)), from(Advance.NOWHERE, 2));

        assertThatThrownBy(() -> tables.write(at(0, life), from(Advance.NOWHERE, 3)))
                .isInstanceOf(Fenced.class);
        assertThatThrownBy(() -> tables.write(at(1, life.subList(1, 3)), from(1, 3)))
                .isInstanceOf(Fenced.class);

        assertThat(ledger.events(request.id())).hasSize(2);
        assertThat(tables.offsets(Set.of(partition))).isEqualTo(Map.of(partition, 2L));
    }

    @Test
    void write_offsetRowGoneMeanwhile_isFenced() throws Exception {
        accepted("gone-1");

        assertThatThrownBy(() -> tables.write(List.of(), from(7, 8))).isInstanceOf(Fenced.class);
        assertThat(tables.offsets(Set.of(partition))).isEmpty();
    }

    @Test
    void write_connectionDiesInTheCommit_leavesNothingAndCanBeDoneAgain() throws Exception {
        NewRequest request = accepted("crash-1");
        List<IncomingEvent> records = at(0, EventHistories.succeeded(request));
        store.execute("create function die() returns trigger language plpgsql as $$ begin"
                + " if new.idempotency_key = 'crash-1' then perform pg_terminate_backend(pg_backend_pid()); end if;"
                + " return null; end $$");
        store.execute("create constraint trigger die after update on ledger deferrable initially deferred"
                + " for each row execute function die()");
        try {
            assertThatThrownBy(() -> tables.write(records, from(Advance.NOWHERE, 3)))
                    .isInstanceOf(SQLException.class);
        } finally {
            store.execute("drop trigger die on ledger");
            store.execute("drop function die()");
        }
        assertThat(tables.offsets(Set.of(partition))).isEmpty();
        assertThat(ledger.events(request.id())).hasSize(1);

        assertThat(tables.write(records, from(Advance.NOWHERE, 3)).applied()).isEqualTo(2);
        assertFolded("crash-1");
    }

    @Test
    void write_gap_isAFaultAndTheSnapshotStays() throws Exception {
        NewRequest request = accepted("gap-1");
        List<LedgerEvent> life = EventHistories.succeeded(request);

        ProjectionTables.Written written =
                tables.write(at(0, List.of(life.get(0), life.get(2))), from(Advance.NOWHERE, 2));

        assertThat(written.applied()).isZero();
        assertThat(written.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.offset()).isEqualTo(1);
            assertThat(fault.reason()).contains("a gap: the last event here is 1");
        });
        assertThat(ledger.find("default", "gap-1")).contains(request.entry());
    }

    @Test
    void write_outOfOrder_appliesWhatIsNextAndFaultsTheRest() throws Exception {
        NewRequest request = accepted("order-1");
        List<LedgerEvent> life = EventHistories.succeeded(request);

        ProjectionTables.Written written =
                tables.write(at(0, List.of(life.get(2), life.get(1))), from(Advance.NOWHERE, 2));

        assertThat(written.applied()).isOne();
        assertThat(written.faults()).hasSize(1);
        assertThat(ledger.events(request.id())).isEqualTo(life.subList(0, 2));
        assertFolded("order-1");
    }

    @Test
    void write_anotherFactUnderAWrittenNumber_isAFault() throws Exception {
        NewRequest request = accepted("differ-1");
        List<LedgerEvent> life = EventHistories.succeeded(request);
        tables.write(at(0, life), from(Advance.NOWHERE, 3));
        Fact other = new Fact.Settled(Fact.Verdict.FAILED, Fact.Ground.ANSWER, 1, "no", null);
        LedgerEvent differing =
                new LedgerEvent(request.id(), 3, life.get(2).at(), life.get(2).by(), other);

        ProjectionTables.Written written = tables.write(at(3, List.of(differing)), from(3, 4));

        assertThat(written.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.reason()).contains("another fact"));
        assertThat(ledger.events(request.id())).isEqualTo(life);
    }

    @Test
    void write_anotherAcceptanceThanTheStoredOne_isAFault() throws Exception {
        NewRequest request = accepted("accept-1");
        NewRequest neighbour = accepted("accept-2");
        Fact.Accepted other = Requests.payment("default", "accept-3", "1300.00").fact();
        LedgerEvent differing = LedgerEvent.first(request.id(), request.event().at(), other);

        ProjectionTables.Written written =
                tables.write(at(0, List.of(differing, neighbour.event())), from(Advance.NOWHERE, 2));

        assertThat(written.repeated()).isEqualTo(2);
        assertThat(written.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.offset()).isZero();
            assertThat(fault.reason()).contains("another fact");
        });
        assertThat(ledger.events(request.id())).containsExactly(request.event());
    }

    @Test
    void write_illegalMove_isAFaultAndNeighboursAreApplied() throws Exception {
        NewRequest request = accepted("illegal-1");
        NewRequest neighbour = accepted("illegal-2");
        List<LedgerEvent> bad = new ArrayList<>(EventHistories.succeeded(request));
        sendAgain(bad);
        List<LedgerEvent> all = new ArrayList<>(bad);
        all.addAll(EventHistories.succeeded(neighbour));

        ProjectionTables.Written written = tables.write(at(0, all), from(Advance.NOWHERE, all.size()));

        assertThat(written.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.reason()).contains("an illegal move"));
        assertFolded("illegal-1");
        assertFolded("illegal-2");
    }

    @Test
    void write_requestThatPostgresDoesNotKnow_isMadeFromItsAcceptance() throws Exception {
        NewRequest request = Requests.payment("unknown-1");

        ProjectionTables.Written written =
                tables.write(at(0, EventHistories.succeeded(request)), from(Advance.NOWHERE, 3));

        assertThat(written).isEqualTo(new ProjectionTables.Written(3, 0, List.of()));
        assertFolded("unknown-1");
        assertThat(store.count("outbox_orders where id = '" + request.id() + "'"))
                .isZero();
    }

    /** A commit is in the log, and so on its way to us, before anybody else sees its rows. */
    @Test
    void write_acceptanceThatCannotBeSeenYet_waitsForItAndAppliesTheRest() throws Exception {
        NewRequest request = accepted("early-1");
        String row = "ledger where request_id = '" + request.id() + "'";
        store.execute("create table early as select * from " + row);
        store.execute("delete from " + row);
        try (Connection accepting = store.raw().connect();
                Statement statement = accepting.createStatement()) {
            accepting.setAutoCommit(false);
            String columns = Rows.names(LedgerRow.ALL);
            statement.execute("insert into ledger (" + columns + ") select " + columns + " from early");
            CompletableFuture<ProjectionTables.Written> written = CompletableFuture.supplyAsync(() -> {
                try {
                    return tables.write(at(0, EventHistories.succeeded(request)), from(Advance.NOWHERE, 3));
                } catch (SQLException | Fenced e) {
                    throw new IllegalStateException(e);
                }
            });
            Await.until(
                    "the projection waits for the row",
                    () -> store.count(
                                    "pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
                            == 1);
            accepting.commit();
            assertThat(written.get(60, TimeUnit.SECONDS)).isEqualTo(new ProjectionTables.Written(2, 1, List.of()));
        }
        assertFolded("early-1");
        assertThat(tables.offsets(Set.of(partition))).isEqualTo(Map.of(partition, 3L));
    }

    @Test
    void write_unknownRequestWhoseKeyIsTaken_isAFaultAndTheHolderStays() throws Exception {
        NewRequest holder = accepted("taken-1");
        NewRequest lost = Requests.payment("taken-1");
        NewRequest neighbour = accepted("taken-2");
        List<LedgerEvent> all = new ArrayList<>(EventHistories.succeeded(lost));
        all.addAll(EventHistories.succeeded(neighbour));

        ProjectionTables.Written written = tables.write(at(0, all), from(Advance.NOWHERE, 6));

        assertThat(written.faults())
                .hasSize(3)
                .allSatisfy(fault -> assertThat(fault.reason()).contains("belongs to another request"));
        assertThat(ledger.find("default", "taken-1")).contains(holder.entry());
        assertFolded("taken-2");
    }

    @Test
    void write_textThatPostgresCannotHold_isCleanedAndRecorded() throws Exception {
        NewRequest request = accepted("nul-1");
        List<LedgerEvent> life =
                new ArrayList<>(EventHistories.succeeded(request).subList(0, 2));
        EventHistories.next(
                life,
                new Fact.Settled(Fact.Verdict.FAILED, Fact.Ground.ANSWER, 1, "a\u0000b\ud83dc\ud83d\ude00", null));

        ProjectionTables.Written written = tables.write(at(0, life), from(Advance.NOWHERE, 3));

        assertThat(written.faults()).isEmpty();
        assertThat(ledger.find("default", "nul-1").orElseThrow().reason()).isEqualTo("a\ufffdb\ufffdc\ud83d\ude00");
    }

    @Test
    void write_randomLegalHistoriesInRandomPortions_foldToTheirSnapshots() throws Exception {
        Random random = new Random(20261101);
        List<String> keys = new ArrayList<>();
        List<List<LedgerEvent>> lives = new ArrayList<>();
        for (int i = 0; i < TestDepth.rounds(60, 200); i++) {
            String key = "random-" + i;
            keys.add(key);
            lives.add(new ArrayList<>(EventHistories.random(accepted(key), random, 30)));
        }
        List<LedgerEvent> mixed = new ArrayList<>();
        while (!lives.isEmpty()) {
            List<LedgerEvent> life = lives.get(random.nextInt(lives.size()));
            mixed.add(life.remove(0));
            if (life.isEmpty()) {
                lives.remove(life);
            }
        }
        long done = Advance.NOWHERE;
        for (int next = 0; next < mixed.size(); ) {
            int end = Math.min(mixed.size(), next + 1 + random.nextInt(100));
            assertThat(tables.write(at(next, mixed.subList(next, end)), from(done, end))
                            .faults())
                    .isEmpty();
            done = end;
            next = end;
        }
        for (String key : keys) {
            assertFolded(key);
        }
    }

    private static NewRequest accepted(String key) {
        NewRequest request = Requests.payment(key);
        ledger.accept(List.of(request));
        return request;
    }

    /** The stored snapshot is the fold of the stored events, and these are dense. */
    private static void assertFolded(String key) {
        Entry snapshot = ledger.find("default", key).orElseThrow();
        List<LedgerEvent> events = ledger.events(snapshot.id());
        Entry folded = Entry.begin(events.get(0));
        for (LedgerEvent event : events.subList(1, events.size())) {
            folded = folded.apply(event);
        }
        // What only the rules need has no column.
        assertThat(snapshot)
                .usingRecursiveComparison()
                .ignoringFields("inquiries.answers")
                .isEqualTo(folded);
        assertThat(store.text("select pending_verification from ledger where request_id = '" + snapshot.id() + "'"))
                .isEqualTo(folded.status().pendingVerification() ? "t" : "f");
    }

    private List<IncomingEvent> at(long offset, List<LedgerEvent> events) {
        List<IncomingEvent> records = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            records.add(new IncomingEvent(partition, offset + i, events.get(i)));
        }
        return records;
    }

    private List<Advance> from(long from, long to) {
        return List.of(new Advance(partition, from, to, "mark-" + to));
    }

    /** A second attempt after the end, which no life has. */
    private static void sendAgain(List<LedgerEvent> life) {
        LedgerEvent last = life.get(life.size() - 1);
        EventHistories.next(
                life,
                new Fact.AttemptStarted(2, last.at().plusSeconds(1), last.at().plusSeconds(2)));
    }
}
