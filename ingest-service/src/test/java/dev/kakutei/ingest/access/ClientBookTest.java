package dev.kakutei.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.kakutei.ingest.TestStore;
import dev.kakutei.ingest.meters.AccessMeters;
import dev.kakutei.testkit.RealPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC G3: clients, keys and their audit, on a real Postgres. */
class ClientBookTest {
    private static final Set<Role> SUBMITTER = Set.of(Role.SUBMITTER);
    private static final OptionalInt NO_RATE = OptionalInt.empty();
    private static TestStore store;
    private static ClientBook book;
    private static KeyTable table;

    @BeforeAll
    static void open() {
        store = TestStore.open();
        book = new ClientBook(store.database()::connection, "cli:tester");
        table = new KeyTable(store.database()::connection);
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @Test
    void addKey_ofAClient_storesOnlyTheHash() throws Exception {
        book.add("hashed", SUBMITTER, NO_RATE);
        ClientBook.MadeKey made = book.addKey("hashed", Optional.empty());

        String row = store.text("select row_to_json(k)::text from client_keys k where client = 'hashed'");
        assertThat(row).contains(made.key().id()).doesNotContain(made.key().secret());
        assertThat(grant(made.key().id()).objection(made.key(), Instant.now())).isEmpty();
        assertThat(store.text("select string_agg(row_to_json(a)::text, '') from access_audit a"))
                .contains(made.key().id())
                .doesNotContain(made.key().secret());
    }

    @Test
    void keys_rotated_overlapAndThenTheOldOneEnds() throws Exception {
        book.add("rotating", SUBMITTER, NO_RATE);
        ApiKey old = book.addKey("rotating", Optional.of(Duration.ofDays(90))).key();
        ApiKey fresh = book.addKey("rotating", Optional.empty()).key();
        Instant now = Instant.now();
        assertThat(grant(old.id()).objection(old, now)).isEmpty();

        Client.Key ending = book.revoke(old.id(), Optional.of(Duration.ofHours(1)));

        assertThat(ending.expiresAt()).isBefore(now.plus(Duration.ofHours(2)));
        assertThat(grant(old.id()).objection(old, now)).isEmpty();
        assertThat(grant(old.id()).objection(old, now.plus(Duration.ofHours(2))))
                .contains(Refusal.EXPIRED);
        assertThat(grant(fresh.id()).objection(fresh, now.plus(Duration.ofHours(2))))
                .isEmpty();
        // later than it would end anyway: it does not live longer for it
        assertThat(book.revoke(old.id(), Optional.of(Duration.ofDays(9))).expiresAt())
                .isEqualTo(ending.expiresAt());
    }

    @Test
    void remove_aClient_revokesAllItsKeysAndKeepsItsName() throws Exception {
        book.add("leaving", SUBMITTER, NO_RATE);
        ApiKey one = book.addKey("leaving", Optional.empty()).key();
        ApiKey two = book.addKey("leaving", Optional.empty()).key();

        book.remove("leaving");

        assertThat(grant(one.id()).objection(one, Instant.now())).contains(Refusal.REVOKED);
        assertThat(grant(two.id()).objection(two, Instant.now())).contains(Refusal.REVOKED);
        assertRefused(() -> book.add("leaving", SUBMITTER, NO_RATE), "--restore");
        assertRefused(() -> book.addKey("leaving", Optional.empty()), "was removed");
        assertRefused(() -> book.remove("leaving"), "was removed");
        assertRefused(() -> book.change("leaving", SUBMITTER, NO_RATE), "was removed");

        book.restore("leaving", Set.of(Role.VIEWER), OptionalInt.of(5));

        assertThat(grant(one.id()).objection(one, Instant.now())).contains(Refusal.REVOKED);
        assertThat(grant(book.addKey("leaving", Optional.empty()).key().id()).roles())
                .containsExactly(Role.VIEWER);
        assertRefused(() -> book.restore("leaving", SUBMITTER, NO_RATE), "was not removed");
    }

    @Test
    void orders_thatMakeNoSense_areRefusedWithASentenceAndChangeNothing() throws Exception {
        book.add("steady", SUBMITTER, NO_RATE);
        String key = book.addKey("steady", Optional.empty()).key().id();
        book.revoke(key, Optional.empty());
        String before = store.text("select version from access_version");

        assertRefused(() -> book.add("steady", SUBMITTER, NO_RATE), "already");
        assertRefused(() -> book.add("No Name", SUBMITTER, NO_RATE), "small letters");
        assertRefused(() -> book.add("roleless", Set.of(), NO_RATE), "needs a role");
        assertRefused(() -> book.add("slow", SUBMITTER, OptionalInt.of(0)), "from 1 to 100000");
        assertRefused(() -> book.add("fast", SUBMITTER, OptionalInt.of(100_001)), "from 1 to 100000");
        assertRefused(() -> book.addKey("nobody", Optional.empty()), "there is no client nobody");
        assertRefused(() -> book.remove("nobody"), "there is no client nobody");
        assertRefused(() -> book.restore("nobody", SUBMITTER, NO_RATE), "there is no client nobody");
        assertRefused(() -> book.revoke("0123456789abcdef", Optional.empty()), "no key with this id");
        assertRefused(() -> book.revoke("x'; drop table clients", Optional.empty()), "no key with this id");
        assertRefused(() -> book.revoke(key, Optional.empty()), "revoked already");
        assertThat(store.text("select version from access_version")).isEqualTo(before);
    }

    @Test
    void audit_ofEveryOrder_saysWhoDidWhat() throws Exception {
        book.add("watched", SUBMITTER, OptionalInt.of(7));
        String key =
                book.addKey("watched", Optional.of(Duration.ofDays(1))).key().id();
        book.change("watched", Set.of(Role.OPERATOR, Role.VIEWER), NO_RATE);
        book.revoke(key, Optional.empty());
        book.remove("watched");

        List<AuditEntry> entries = book.audit(1_000).stream()
                .filter(entry -> "watched".equals(entry.client()))
                .toList();

        assertThat(entries)
                .extracting(AuditEntry::actor, AuditEntry::action, AuditEntry::keyId, AuditEntry::detail)
                .containsExactly(
                        tuple("cli:tester", "client removed", null, "keys revoked: 0"),
                        tuple("cli:tester", "key revoked", key, null),
                        tuple("cli:tester", "client changed", null, "submitter, 7/s -> operator, viewer"),
                        tuple("cli:tester", "key added", key, "expires in 1d"),
                        tuple("cli:tester", "client added", null, "submitter, 7/s"));
    }

    @Test
    void audit_changedByHand_refuses() {
        assertThatThrownBy(() -> store.execute("delete from access_audit"))
                .rootCause()
                .hasMessageContaining("append-only");
        assertThatThrownBy(() -> store.execute("update access_audit set actor = 'nobody'"))
                .rootCause()
                .hasMessageContaining("append-only");
        assertThatThrownBy(() -> store.execute("truncate access_audit"))
                .rootCause()
                .hasMessageContaining("append-only");
    }

    @Test
    void changedSince_revokedByHandWithSql_sees() throws Exception {
        book.add("by-hand", SUBMITTER, NO_RATE);
        ApiKey key = book.addKey("by-hand", Optional.empty()).key();
        KeyRing.Keys seen = table.changedSince(-1).orElseThrow();
        assertThat(table.changedSince(seen.version())).isEmpty();

        store.execute("update client_keys set last_used_at = now() where id = '" + key.id() + "'");
        assertThat(table.changedSince(seen.version())).isEmpty();
        store.execute("update client_keys set revoked_at = now() where id = '" + key.id() + "'");

        assertThat(table.changedSince(seen.version())).isPresent();
        assertThat(grant(key.id()).objection(key, Instant.now())).contains(Refusal.REVOKED);
    }

    @Test
    void add_theSameNameFromManySides_letsOneIn() throws Exception {
        ExecutorService people = Executors.newFixedThreadPool(4);
        List<Callable<Boolean>> adding = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            adding.add(() -> {
                try {
                    book.add("contested", SUBMITTER, NO_RATE);
                    return true;
                } catch (NotDone e) {
                    return false;
                }
            });
        }
        int added = 0;
        for (Future<Boolean> one : people.invokeAll(adding)) {
            added += one.get() ? 1 : 0;
        }
        people.shutdown();

        assertThat(added).isOne();
    }

    @Test
    void notebook_manyRefusals_areAFewLinesAndTheUsedKeysAreMarked() throws Exception {
        book.add("noted", SUBMITTER, NO_RATE);
        String key = book.addKey("noted", Optional.empty()).key().id();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Notebook notebook = new Notebook(table, "ingest:noted", new AccessMeters(registry));
        for (int i = 0; i < 1_000; i++) {
            notebook.used(key);
            notebook.refused(new Notebook.Kind(Refusal.MISSING, null, null), "10.0.0.1");
            notebook.refused(new Notebook.Kind(Refusal.ROLE, "noted", key), "10.0.0.1");
            notebook.refused(new Notebook.Kind(Refusal.REVOKED, "client-" + i, "%016x".formatted(i)), "10.0.0.1");
        }

        notebook.write();
        notebook.write();

        assertThat(store.text("select sum(times) from access_audit where actor = 'ingest:noted'"))
                .isEqualTo("3000");
        assertThat(store.count("access_audit where actor = 'ingest:noted'")).isLessThanOrEqualTo(101);
        assertThat(store.text("select times from access_audit where actor = 'ingest:noted' and key_id = '" + key
                        + "' and detail = 'role'"))
                .isEqualTo("1000");
        assertThat(book.client("noted").keys().get(0).lastUsedAt()).isNotNull();
        assertThat(registry.get(AccessMeters.REFUSED)
                        .tag("reason", "role")
                        .counter()
                        .count())
                .isEqualTo(1_000);
        assertThat(registry.get(AccessMeters.OVERFLOW).counter().count()).isPositive();
    }

    @Test
    void notebook_postgresAway_keepsTheCountsForTheNextTime() {
        boolean[] away = {true};
        Connections sometimes = () -> {
            if (away[0]) {
                throw new SQLException("away");
            }
            return store.database().connection();
        };
        Notebook notebook =
                new Notebook(new KeyTable(sometimes), "ingest:away", new AccessMeters(new SimpleMeterRegistry()));
        notebook.refused(new Notebook.Kind(Refusal.UNKNOWN, null, null), "10.0.0.1");
        notebook.write();
        notebook.refused(new Notebook.Kind(Refusal.UNKNOWN, null, null), "10.0.0.1");
        away[0] = false;
        notebook.write();

        assertThat(store.text("select times from access_audit where actor = 'ingest:away'"))
                .isEqualTo("2");
    }

    @Test
    void order_databaseWithoutTables_isRefusedWithAHint() {
        RealPostgres.Database empty = RealPostgres.freshDatabase();
        ClientBook bookless = new ClientBook(
                () -> {
                    Connection connection = empty.connect();
                    connection.setAutoCommit(false);
                    return connection;
                },
                "cli:tester");

        assertRefused(bookless::clients, "ingest-service makes them");
    }

    private interface OperatorActions {
        void run() throws Exception;
    }

    private static void assertRefused(OperatorActions order, String because) {
        assertThatThrownBy(order::run).isInstanceOf(NotDone.class).hasMessageContaining(because);
    }

    private static Grant grant(String keyId) {
        return table.changedSince(-1).orElseThrow().grants().stream()
                .filter(grant -> grant.keyId().equals(keyId))
                .findFirst()
                .orElseThrow();
    }
}
