package dev.kakutei.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.kakutei.store.TestStore;
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
class ClientRegistryTest {
    private static final Set<ClientRole> SUBMITTER = Set.of(ClientRole.SUBMITTER);
    private static final OptionalInt NO_RATE = OptionalInt.empty();
    private static TestStore store;
    private static ClientRegistry clients;
    private static KeyTable table;

    @BeforeAll
    static void open() {
        store = TestStore.open();
        clients = new ClientRegistry(store.database()::connection, "cli:tester");
        table = new KeyTable(store.database()::connection);
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @Test
    void addKey_ofAClient_storesOnlyTheHash() throws Exception {
        clients.add("hashed", SUBMITTER, NO_RATE);
        ClientRegistry.MadeKey made = clients.addKey("hashed", Optional.empty());

        String row = store.text("select row_to_json(k)::text from client_keys k where client = 'hashed'");
        assertThat(row).contains(made.key().id()).doesNotContain(made.key().secret());
        assertThat(grant(made.key().id()).objection(made.key(), Instant.now())).isEmpty();
        assertThat(store.text("select string_agg(row_to_json(a)::text, '') from access_audit a"))
                .contains(made.key().id())
                .doesNotContain(made.key().secret());
    }

    @Test
    void keys_rotated_overlapAndThenTheOldOneEnds() throws Exception {
        clients.add("rotating", SUBMITTER, NO_RATE);
        ApiKey old =
                clients.addKey("rotating", Optional.of(Duration.ofDays(90))).key();
        ApiKey fresh = clients.addKey("rotating", Optional.empty()).key();
        Instant now = Instant.now();
        assertThat(grant(old.id()).objection(old, now)).isEmpty();

        Client.Key ending = clients.revoke(old.id(), Optional.of(Duration.ofHours(1)));

        assertThat(ending.expiresAt()).isBefore(now.plus(Duration.ofHours(2)));
        assertThat(grant(old.id()).objection(old, now)).isEmpty();
        assertThat(grant(old.id()).objection(old, now.plus(Duration.ofHours(2))))
                .contains(Refusal.EXPIRED);
        assertThat(grant(fresh.id()).objection(fresh, now.plus(Duration.ofHours(2))))
                .isEmpty();
        // later than it would end anyway: it does not live longer for it
        assertThat(clients.revoke(old.id(), Optional.of(Duration.ofDays(9))).expiresAt())
                .isEqualTo(ending.expiresAt());
    }

    @Test
    void remove_aClient_revokesAllItsKeysAndKeepsItsName() throws Exception {
        clients.add("leaving", SUBMITTER, NO_RATE);
        ApiKey one = clients.addKey("leaving", Optional.empty()).key();
        ApiKey two = clients.addKey("leaving", Optional.empty()).key();

        clients.remove("leaving");

        assertThat(grant(one.id()).objection(one, Instant.now())).contains(Refusal.REVOKED);
        assertThat(grant(two.id()).objection(two, Instant.now())).contains(Refusal.REVOKED);
        assertRefused(() -> clients.add("leaving", SUBMITTER, NO_RATE), "--restore");
        assertRefused(() -> clients.addKey("leaving", Optional.empty()), "was removed");
        assertRefused(() -> clients.remove("leaving"), "was removed");
        assertRefused(() -> clients.change("leaving", SUBMITTER, NO_RATE), "was removed");

        clients.restore("leaving", Set.of(ClientRole.VIEWER), OptionalInt.of(5));

        assertThat(grant(one.id()).objection(one, Instant.now())).contains(Refusal.REVOKED);
        assertThat(grant(clients.addKey("leaving", Optional.empty()).key().id()).roles())
                .containsExactly(ClientRole.VIEWER);
        assertRefused(() -> clients.restore("leaving", SUBMITTER, NO_RATE), "was not removed");
    }

    @Test
    void changes_thatAreNotPossible_areRefusedWithASentenceAndChangeNothing() throws Exception {
        clients.add("steady", SUBMITTER, NO_RATE);
        String key = clients.addKey("steady", Optional.empty()).key().id();
        clients.revoke(key, Optional.empty());
        String before = store.text("select version from access_version");

        assertRefused(() -> clients.add("steady", SUBMITTER, NO_RATE), "already");
        assertRefused(() -> clients.add("No Name", SUBMITTER, NO_RATE), "small letters");
        assertRefused(() -> clients.add("roleless", Set.of(), NO_RATE), "needs a role");
        assertRefused(() -> clients.add("slow", SUBMITTER, OptionalInt.of(0)), "from 1 to 100000");
        assertRefused(() -> clients.add("fast", SUBMITTER, OptionalInt.of(100_001)), "from 1 to 100000");
        assertRefused(() -> clients.addKey("unknown", Optional.empty()), "there is no client unknown");
        assertRefused(() -> clients.remove("unknown"), "there is no client unknown");
        assertRefused(() -> clients.restore("unknown", SUBMITTER, NO_RATE), "there is no client unknown");
        assertRefused(() -> clients.revoke("0123456789abcdef", Optional.empty()), "no key with this id");
        assertRefused(() -> clients.revoke("x'; drop table clients", Optional.empty()), "no key with this id");
        assertRefused(() -> clients.revoke(key, Optional.empty()), "revoked already");
        assertThat(store.text("select version from access_version")).isEqualTo(before);
    }

    @Test
    void audit_ofEveryChange_saysWhoDidWhat() throws Exception {
        clients.add("watched", SUBMITTER, OptionalInt.of(7));
        String key =
                clients.addKey("watched", Optional.of(Duration.ofDays(1))).key().id();
        clients.change("watched", Set.of(ClientRole.OPERATOR, ClientRole.VIEWER), NO_RATE);
        clients.revoke(key, Optional.empty());
        clients.remove("watched");

        List<AuditEntry> entries = clients.audit(1_000).stream()
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
        assertThatThrownBy(() -> store.execute("update access_audit set actor = 'other'"))
                .rootCause()
                .hasMessageContaining("append-only");
        assertThatThrownBy(() -> store.execute("truncate access_audit"))
                .rootCause()
                .hasMessageContaining("append-only");
    }

    @Test
    void changedSince_revokedByHandWithSql_sees() throws Exception {
        clients.add("by-hand", SUBMITTER, NO_RATE);
        ApiKey key = clients.addKey("by-hand", Optional.empty()).key();
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
                    clients.add("contested", SUBMITTER, NO_RATE);
                    return true;
                } catch (ClientRegistryException e) {
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
    void recorder_manyRefusals_areAFewRowsAndTheUsedKeysAreMarked() throws Exception {
        clients.add("noted", SUBMITTER, NO_RATE);
        String key = clients.addKey("noted", Optional.empty()).key().id();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        AccessRecorder recorder = new AccessRecorder(table, "ingest:noted", new AccessMetrics(registry));
        for (int i = 0; i < 1_000; i++) {
            recorder.used(key);
            recorder.refused(new AccessRecorder.Kind(Refusal.MISSING, null, null), "10.0.0.1");
            recorder.refused(new AccessRecorder.Kind(Refusal.ROLE, "noted", key), "10.0.0.1");
            recorder.refused(new AccessRecorder.Kind(Refusal.REVOKED, "client-" + i, "%016x".formatted(i)), "10.0.0.1");
        }

        recorder.write();
        recorder.write();

        assertThat(store.text("select sum(times) from access_audit where actor = 'ingest:noted'"))
                .isEqualTo("3000");
        assertThat(store.count("access_audit where actor = 'ingest:noted'")).isLessThanOrEqualTo(101);
        assertThat(store.text("select times from access_audit where actor = 'ingest:noted' and key_id = '" + key
                        + "' and detail = 'role'"))
                .isEqualTo("1000");
        assertThat(clients.client("noted").keys().get(0).lastUsedAt()).isNotNull();
        assertThat(registry.get(AccessMetrics.REFUSED)
                        .tag("reason", "role")
                        .counter()
                        .count())
                .isEqualTo(1_000);
        assertThat(registry.get(AccessMetrics.OVERFLOW).counter().count()).isPositive();
    }

    @Test
    void recorder_postgresAway_keepsTheCountsForTheNextTime() {
        boolean[] away = {true};
        Connections sometimes = () -> {
            if (away[0]) {
                throw new SQLException("away");
            }
            return store.database().connection();
        };
        AccessRecorder recorder = new AccessRecorder(
                new KeyTable(sometimes), "ingest:away", new AccessMetrics(new SimpleMeterRegistry()));
        recorder.refused(new AccessRecorder.Kind(Refusal.UNKNOWN, null, null), "10.0.0.1");
        recorder.write();
        recorder.refused(new AccessRecorder.Kind(Refusal.UNKNOWN, null, null), "10.0.0.1");
        away[0] = false;
        recorder.write();

        assertThat(store.text("select times from access_audit where actor = 'ingest:away'"))
                .isEqualTo("2");
    }

    @Test
    void change_databaseWithoutTables_isRefusedWithAHint() {
        RealPostgres.Database empty = RealPostgres.freshDatabase();
        ClientRegistry bookless = new ClientRegistry(
                () -> {
                    Connection connection = empty.connect();
                    connection.setAutoCommit(false);
                    return connection;
                },
                "cli:tester");

        assertRefused(bookless::clients, "ingest-service makes them");
    }

    private interface RegistryCall {
        void run() throws Exception;
    }

    private static void assertRefused(RegistryCall call, String because) {
        assertThatThrownBy(call::run)
                .isInstanceOf(ClientRegistryException.class)
                .hasMessageContaining(because);
    }

    private static Grant grant(String keyId) {
        return table.changedSince(-1).orElseThrow().grants().stream()
                .filter(grant -> grant.keyId().equals(keyId))
                .findFirst()
                .orElseThrow();
    }
}
