package dev.kakutei.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.store.TestStore;
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
class ApiKeyAuthenticatorTest {
    private static final Duration FRESHNESS = Duration.ofMillis(500);
    private static final AccessConfig CONFIG = new AccessConfig(AccessConfig.Mode.KEYS, FRESHNESS);
    private static TestStore store;
    private static ClientRegistry clients;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    /** Stands still unless a test moves it. */
    private final AtomicLong nanos = new AtomicLong();

    private volatile boolean away;
    private final ApiKeyAuthenticator authenticator = new ApiKeyAuthenticator(
            CONFIG,
            () -> {
                if (away) {
                    throw new SQLException("away");
                }
                return store.database().connection();
            },
            "ingest",
            new AccessMetrics(registry),
            InstantSource.system(),
            nanos::get);

    @BeforeAll
    static void open() {
        store = TestStore.open();
        clients = new ClientRegistry(store.database()::connection, "cli:tester");
    }

    @AfterAll
    static void shut() {
        store.close();
    }

    @AfterEach
    void end() {
        away = false;
        authenticator.close();
    }

    @Test
    void ask_postgresAway_acceptsNoKeyOnStaleDataAndRecovers() throws Exception {
        Credentials shown = shown("away", Set.of(ClientRole.SUBMITTER), OptionalInt.empty());
        authenticator.start();
        assertThat(ask(shown, RequiredRoles.SUBMITTING)).isInstanceOf(AccessDecision.Admitted.class);

        away = true;
        nanos.addAndGet(FRESHNESS.toNanos());
        assertThat(ask(shown, RequiredRoles.SUBMITTING)).isInstanceOf(AccessDecision.Uncheckable.class);
        HealthCheck check = authenticator.checks().get(0);
        assertThat(check.problem().get()).isPresent();
        assertThat(ask(new Credentials.Nothing(), RequiredRoles.SUBMITTING)).isEqualTo(new AccessDecision.KeyMissing());
        away = false;

        Await.until("it is known again", () -> ask(shown, RequiredRoles.SUBMITTING) instanceof AccessDecision.Admitted);
        assertThat(check.problem().get()).isEmpty();
        assertThat(registry.get(AccessMetrics.REFUSED)
                        .tag("reason", "uncheckable")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void ask_withoutTheRoleAgainAndAgain_meetsTheRateFirst() throws Exception {
        Credentials shown = shown("viewer", Set.of(ClientRole.VIEWER), OptionalInt.of(1));
        authenticator.start();

        assertThat(ask(shown, RequiredRoles.SUBMITTING))
                .isEqualTo(new AccessDecision.RoleMissing(
                        new Caller("viewer", Set.of(ClientRole.VIEWER)), Set.of(ClientRole.SUBMITTER)));
        assertThat(ask(shown, RequiredRoles.SUBMITTING)).isEqualTo(new AccessDecision.TooFast(Duration.ofSeconds(1)));
    }

    @Test
    void close_afterRefusals_writesThemDown() throws Exception {
        Credentials shown = shown("closing", Set.of(ClientRole.VIEWER), OptionalInt.empty());
        authenticator.start();
        ask(shown, RequiredRoles.SUBMITTING);
        ask(shown, RequiredRoles.SUBMITTING);

        authenticator.close();

        assertThat(clients.audit(10).get(0))
                .returns("ingest", AuditEntry::actor)
                .returns("refused", AuditEntry::action)
                .returns("closing", AuditEntry::client)
                .returns("role", AuditEntry::detail)
                .returns(2L, AuditEntry::times);
        assertThat(clients.client("closing").keys().get(0).lastUsedAt()).isNotNull();
    }

    private AccessDecision ask(Credentials presented, RequiredRoles needs) throws Exception {
        return authenticator.ask(presented, needs, "10.0.0.1").get(60, TimeUnit.SECONDS);
    }

    private static Credentials shown(String client, Set<ClientRole> roles, OptionalInt rate)
            throws ClientRegistryException {
        clients.add(client, roles, rate);
        return new Credentials.Key(clients.addKey(client, Optional.empty()).key());
    }
}
