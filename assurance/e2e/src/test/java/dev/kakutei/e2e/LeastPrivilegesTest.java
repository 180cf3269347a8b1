package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.access.ClientRegistry;
import dev.kakutei.access.ClientRole;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.Settings;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.relay.OutboxRelay;
import dev.kakutei.relay.RelayConfig;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.sender.BrokerSender;
import dev.kakutei.sender.SenderConfig;
import dev.kakutei.simulator.Simulator;
import dev.kakutei.simulator.SimulatorConfig;
import dev.kakutei.store.StoreConfig;
import dev.kakutei.store.database.Database;
import dev.kakutei.store.upkeep.LedgerCheck;
import dev.kakutei.store.upkeep.Rebuild;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.GuidePage;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.verifier.VerifierConfig;
import dev.kakutei.verifier.VerifierStream;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/guides/postgres.md: with exactly these rights everything works, and nothing beyond them is allowed. */
class LeastPrivilegesTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final GuidePage GUIDE = GuidePage.of("guides/postgres.md");
    private static final String OWNER = "kakutei_owner";
    private static final String INGEST = "kakutei_ingest";
    private static final String RELAY = "kakutei_relay";

    @TempDir
    private Path folder;

    private final RealPostgres.Database database = RealPostgres.freshDatabase();
    private final HttpClient http = HttpClients.create();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private String key;

    @Test
    void services_underTheGuidesRoles_workAndMayDoNoMore() throws Exception {
        List<String> sql = GUIDE.blocks("Roles", "sql");
        asSuperuser(sql.get(0).replace("database kakutei ", "database " + database.name() + " "));
        try (Simulator simulator = Simulator.start(SimulatorConfig.in(folder.resolve("simulator")))) {
            Path gateways = Files.writeString(folder.resolve("gateways.yaml"), gateways(simulator.url()));
            List<Service> running = new ArrayList<>();
            try {
                IngestService ingest = start(running, new IngestService(ingest(gateways), meters));
                // The relay may come before its grants.
                OutboxRelay relay = start(running, new OutboxRelay(RelayConfig.read(relay()), meters));
                start(running, new VerifierStream(VerifierConfig.read(with(INGEST, gateways)), meters));
                start(running, new BrokerSender(SenderConfig.read(with(INGEST, gateways)), meters));
                asOwner(sql.get(1));

                carriesRequests(ingest.address(), relay);
                findsWhatIsLost(ingest.address(), relay, running);
                keepsItsTables(gateways);
                mayDoNoMore();
            } finally {
                for (int i = running.size() - 1; i >= 0; i--) {
                    running.get(i).close();
                }
            }
        }
    }

    private void carriesRequests(URI url, OutboxRelay relay) throws Exception {
        key = client();
        for (int i = 0; i < 5; i++) {
            assertThat(pay(url, key, i, "wait=60")).isEqualTo(201);
        }
        long canaries = count("relay.canary.latency");
        Await.until("canaries come through", SOON, () -> count("relay.canary.latency") > canaries + 2);
        Await.until(
                "the relay is well", SOON, () -> relay.checks().get(0).problem().get(), Optional::isEmpty);
    }

    /** The owner makes the slot again, and what was accepted before is announced from the table. */
    private void findsWhatIsLost(URI url, OutboxRelay relay, List<Service> running) throws Exception {
        relay.close();
        assertThat(pay(url, key, 100, "respond-async")).isEqualTo(202);
        asOwner("select pg_drop_replication_slot('" + slot() + "')");
        asOwner("select pg_create_logical_replication_slot('" + slot() + "', 'pgoutput')");
        start(running, new OutboxRelay(RelayConfig.read(relay()), new SimpleMeterRegistry()));
        Await.until(
                "it is settled",
                SOON,
                () -> query("select count(*) from ledger where settled_at is null"),
                "0"::equals);
    }

    /** Check and rebuild, and cleaning, which the service does by itself. */
    private void keepsItsTables(Path gateways) throws Exception {
        try (Database tables = new Database(StoreConfig.postgres(with(INGEST, gateways)), new SimpleMeterRegistry())) {
            tables.open();
            RequestId beginning = new RequestId(new UUID(0, 0));
            List<Object> different = new ArrayList<>();
            new LedgerCheck(tables).run(beginning, different::add, passed -> {});
            assertThat(different).isEmpty();
            asSuperuser("update ledger set attempts = 42");
            new Rebuild(tables)
                    .onlyDifferent(
                            beginning, repair -> assertThat(repair.obstacle()).isEmpty(), passed -> {});
            assertThat(query("select max(attempts) from ledger")).isEqualTo("1");
        }
        asSuperuser(
                "update ledger set accepted_at = accepted_at - interval '40 days', settled_at = settled_at - interval"
                        + " '40 days'");
        asSuperuser("update outbox_orders set created_at = created_at - interval '40 days'");
        Await.until("requests are cleaned away", SOON, () -> query("select count(*) from ledger"), "0"::equals);
        assertThat(query("select count(*) from ledger_events")).isEqualTo("0");
        assertThat(query("select count(*) from outbox_orders")).isEqualTo("0");
    }

    private void mayDoNoMore() {
        Map<String, List<String>> forbidden = Map.of(
                RELAY,
                List.of(
                        "insert into outbox_orders (id) values (gen_random_uuid())",
                        "update outbox_orders set status = 'failed'",
                        "delete from outbox_orders",
                        "select client from ledger",
                        "update ledger set state = 'failed'",
                        "select * from ledger_events",
                        "select * from client_keys",
                        "update relay_canaries set relay = ''",
                        "create table mine (n int)",
                        "drop publication kakutei_outbox"),
                INGEST,
                List.of(
                        "create table mine (n int)",
                        "drop table ledger",
                        "alter table ledger add column mine int",
                        "truncate ledger_events",
                        "update ledger_events set actor = 'intruder'",
                        "select * from relay_canaries",
                        "select * from flyway_schema_history",
                        "delete from access_audit",
                        "select pg_create_logical_replication_slot('mine', 'pgoutput')",
                        "select pg_drop_replication_slot('" + slot() + "')",
                        "alter publication kakutei_outbox drop table outbox_orders"));
        forbidden.forEach((role, statements) -> statements.forEach(statement -> assertThatThrownBy(
                        () -> execute(role, statement))
                .as("%s: %s", role, statement)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"))));
    }

    private String client() throws Exception {
        ClientRegistry registry = ClientRegistry.at(database.jdbcUrl(), INGEST, password(INGEST), "test");
        registry.add("shop", Set.of(ClientRole.SUBMITTER, ClientRole.VIEWER), OptionalInt.empty());
        String key = registry.addKey("shop", Optional.empty()).key().reveal();
        registry.revoke(registry.addKey("shop", Optional.empty()).key().id(), Optional.empty());
        assertThat(registry.audit(10)).isNotEmpty();
        return key;
    }

    private int pay(URI url, String key, int number, String prefer) {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/payments"))
                .header("Authorization", "Bearer " + key)
                .header("Idempotency-Key", "least-" + number)
                .header("Content-Type", "application/json")
                .header("Prefer", prefer)
                .timeout(SOON)
                .POST(HttpRequest.BodyPublishers.ofString(UpstreamClient.payment(number)))
                .build();
        return Await.until(
                "the new key is known",
                SOON,
                () -> http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode(),
                status -> status != 401);
    }

    private static <T extends Service> T start(List<Service> running, T service) {
        running.add(service);
        service.start();
        return service;
    }

    private IngestConfig ingest(Path gateways) {
        return IngestConfig.read(with(
                INGEST,
                gateways,
                Map.of(
                        "postgres.migration.user", OWNER,
                        "postgres.migration.password", password(OWNER),
                        "ingest.http.port", "0",
                        "ingest.access", "keys",
                        "ingest.cleaning.every", "500ms",
                        "ingest.cleaning.keep-requests", "30d")));
    }

    private Settings relay() {
        return with(
                RELAY,
                folder,
                Map.of(
                        "relay.canary-interval", "200ms",
                        "relay.reconcile.interval", "500ms",
                        "relay.reconcile.age", "1s"));
    }

    private Settings with(String user, Path gateways) {
        return with(user, gateways, Map.of());
    }

    private Settings with(String user, Path gateways, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(Map.of(
                "postgres.url", database.jdbcUrl(),
                "postgres.user", user,
                "postgres.password", password(user),
                "postgres.slot", slot(),
                "kafka.bootstrap", RealKafka.bootstrapServers(),
                "topics.prefix", "least.",
                "topics.partitions", "2",
                "gateways.file", gateways.toString(),
                "verifier.state-dir", folder.resolve("verifier").toString()));
        all.putAll(more);
        return Settings.of(all);
    }

    private String slot() {
        return "slot_" + database.name();
    }

    private static String gateways(URI simulator) {
        return """
                default: simulator
                gateways:
                  simulator:
                    class: idempotent
                    url: %s
                    network: {allow: [loopback]}
                    paths: {payment: /payments}
                    idempotency: {header: Idempotency-Key, ttl: 24h}
                """.formatted(simulator);
    }

    private static String password(String role) {
        return role.replace("kakutei_", "change-me-");
    }

    private void asOwner(String sql) throws SQLException {
        execute(OWNER, sql);
    }

    private void execute(String role, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), role, password(role));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void asSuperuser(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String query(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            return found.next() ? found.getString(1) : null;
        }
    }

    private long count(String timer) {
        return meters.get(timer).timer().count();
    }
}
