package dev.kakutei.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.ingest.TestStore;
import dev.kakutei.ingest.meters.AccessMeters;
import dev.kakutei.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC G3: the order of the questions, and a Postgres that goes away. */
class KeyDoorkeeperTest {
    private static final Duration FRESHNESS = Duration.ofMillis(500);
    private static final AccessConfig CONFIG = new AccessConfig(AccessConfig.Mode.KEYS, FRESHNESS);
    private static TestStore store;
    private static ClientBook book;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    /** Stands still unless a test moves it. */
    private final AtomicLong nanos = new AtomicLong();

    private volatile boolean away;
    private final KeyDoorkeeper doorkeeper = new KeyDoorkeeper(
            CONFIG,
            () -> {
                if (away) {
                    throw new SQLException("away");
                }
                return store.database().connection();
            },
            "ingest",
            new AccessMeters(registry),
            InstantSource.system(),
            nanos::get);

    @BeforeAll
    static void open() {
        store = TestStore.open();
        book = new ClientBook(store.database()::connection, "cli:tester");
    }

    @AfterAll
    static void shut() {
        store.close();
    }

    @AfterEach
    void end() {
        away = false;
        doorkeeper.close();
    }

    @Test
    void ask_postgresAway_honoursNothingOnOldKnowledgeAndRecovers() throws Exception {
        Presented shown = shown("away", Set.of(Role.SUBMITTER), OptionalInt.empty());
        doorkeeper.start();
        assertThat(ask(shown, Needs.SUBMITTING)).isInstanceOf(Admittance.Admitted.class);

        away = true;
        nanos.addAndGet(FRESHNESS.toNanos());
        assertThat(ask(shown, Needs.SUBMITTING)).isInstanceOf(Admittance.Uncheckable.class);
        HealthCheck check = doorkeeper.checks().get(0);
        assertThat(check.trouble().get()).isPresent();
        assertThat(ask(new Presented.Nothing(), Needs.SUBMITTING)).isEqualTo(new Admittance.KeyMissing());
        away = false;

        Await.until("it is known again", () -> ask(shown, Needs.SUBMITTING) instanceof Admittance.Admitted);
        assertThat(check.trouble().get()).isEmpty();
        assertThat(registry.get(AccessMeters.REFUSED)
                        .tag("reason", "uncheckable")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void ask_withoutTheRoleAgainAndAgain_meetsTheRateFirst() throws Exception {
        Presented shown = shown("viewer", Set.of(Role.VIEWER), OptionalInt.of(1));
        doorkeeper.start();

        assertThat(ask(shown, Needs.SUBMITTING))
                .isEqualTo(
                        new Admittance.RoleMissing(new Caller("viewer", Set.of(Role.VIEWER)), Set.of(Role.SUBMITTER)));
        assertThat(ask(shown, Needs.SUBMITTING)).isEqualTo(new Admittance.TooFast(Duration.ofSeconds(1)));
    }

    @Test
    void close_afterRefusals_writesThemDown() throws Exception {
        Presented shown = shown("closing", Set.of(Role.VIEWER), OptionalInt.empty());
        doorkeeper.start();
        ask(shown, Needs.SUBMITTING);
        ask(shown, Needs.SUBMITTING);

        doorkeeper.close();

        assertThat(book.audit(10).get(0))
                .returns("ingest", AuditEntry::actor)
                .returns("refused", AuditEntry::action)
                .returns("closing", AuditEntry::client)
                .returns("role", AuditEntry::detail)
                .returns(2L, AuditEntry::times);
        assertThat(book.client("closing").keys().get(0).lastUsedAt()).isNotNull();
    }

    private Admittance ask(Presented presented, Needs needs) throws Exception {
        return doorkeeper.ask(presented, needs, "10.0.0.1").get(60, TimeUnit.SECONDS);
    }

    private static Presented shown(String client, Set<Role> roles, OptionalInt rate) throws NotDone {
        book.add(client, roles, rate);
        return new Presented.Key(book.addKey(client, Optional.empty()).key());
    }
}
