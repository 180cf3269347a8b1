package dev.kakutei.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.Settings;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.RealPostgres;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A database with an outbox, a slot and a topic that no other test uses. */
public final class OutboxFixture {
    public static final String DIGEST = "0123456789abcdef".repeat(4);
    private static final String INSERT = """
            insert into outbox_orders (id, created_at, updated_at, client, idempotency_key, kind, gateway, amount,
                currency, order_request_json, request_digest, deadline_at, traceparent, expires_at)
            values (?, ?, ?, 'shop', ?, 'payment', 'simulator', '1200.00', 'JPY', ?::json, ?, ?, ?, ?)
            """;

    private static final String LEDGER = """
            insert into ledger (request_id, client, idempotency_key, kind, gateway, request_digest, accepted_at,
                deadline_at, state, last_event_id, current_event_id, updated_at)
            values (?, 'shop', ?, 'payment', 'simulator', ?, now(), now(), 'accepted', 1, 1, now())
            """;

    private final RealPostgres.Database database;
    private final String bootstrap;
    private final String prefix;
    private final Map<String, String> settings = new HashMap<>();

    /** On a server of its own, with Kafka's shared one. */
    static OutboxFixture on(EmbeddedPostgres postgres) {
        return new OutboxFixture(
                new RealPostgres.Database("kakutei", postgres.jdbcUrl(), postgres.user(), postgres.password()),
                RealKafka.bootstrapServers(),
                RealKafka.freshPrefix());
    }

    public OutboxFixture(RealPostgres.Database database, String bootstrap, String prefix) {
        this.database = database;
        this.bootstrap = bootstrap;
        this.prefix = prefix;
        settings.put("postgres.url", database.jdbcUrl());
        settings.put("postgres.user", database.user());
        settings.put("postgres.password", database.password());
        settings.put("postgres.slot", slot());
        settings.put("kafka.bootstrap", bootstrap);
        settings.put("topics.prefix", prefix);
        settings.put("relay.canary-interval", "200ms");
        settings.put("relay.standby-interval", "200ms");
        settings.put("relay.missing-grace", "1s");
    }

    /** On the servers that all tests share; not migrated. */
    public static OutboxFixture empty() {
        return new OutboxFixture(RealPostgres.freshDatabase(), RealKafka.bootstrapServers(), RealKafka.freshPrefix());
    }

    public static OutboxFixture migrated() {
        OutboxFixture fixture = empty();
        fixture.migrate();
        return fixture;
    }

    public void migrate() {
        migrate("V1__ledger_events_outbox.sql");
        migrate("V2__publication.sql");
        migrate("V3__slot.sql");
        migrate("V6__canaries.sql");
        migrate("V7__approvals.sql");
    }

    public void migrate(String file) {
        try (InputStream in = OutboxFixture.class.getResourceAsStream("/dev/kakutei/schemas/postgres/" + file)) {
            execute(new String(in.readAllBytes(), UTF_8).replace("${slot}", slot()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** 14 to 18: the tests run on each of them. */
    public int major() {
        return Integer.parseInt(query("show server_version_num")) / 10_000;
    }

    /** An id as ingest-service makes them: its order is that of time. */
    public static UUID idAt(Instant at) {
        return new UUID((at.toEpochMilli() << 16) | 0x7000, UUID.randomUUID().getLeastSignificantBits());
    }

    /** Slots belong to the whole server, so each database has one of its own name. */
    public String slot() {
        return "slot_" + database.name();
    }

    public RealPostgres.Database database() {
        return database;
    }

    public OutboxFixture with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    public RelayConfig config() {
        Settings read = Settings.of(settings);
        RelayConfig config = RelayConfig.read(read);
        read.check();
        return config;
    }

    /** What a relay in a process of its own is given. */
    public Map<String, String> environment() {
        Map<String, String> variables = new HashMap<>();
        settings.forEach((key, value) -> variables.put(
                "KAKUTEI_" + key.replace('.', '_').replace('-', '_').toUpperCase(java.util.Locale.ROOT), value));
        variables.put("KAKUTEI_ADMIN_PORT", "0");
        return variables;
    }

    public OutboxRelay relay() {
        return new OutboxRelay(config(), new SimpleMeterRegistry());
    }

    public OutboxRelay started() {
        OutboxRelay relay = relay();
        relay.start();
        return relay;
    }

    public TopicReader reader() {
        return new TopicReader(bootstrap, TopicReader.Isolation.READ_COMMITTED, prefix + "accepted");
    }

    public String topic(String name) {
        return prefix + name;
    }

    public Connection connect() throws SQLException {
        return database.connect();
    }

    public void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError("cannot run " + sql, e);
        }
    }

    public String query(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            return found.next() ? found.getString(1) : null;
        } catch (SQLException e) {
            throw new AssertionError("cannot ask " + sql, e);
        }
    }

    /** Inserts in a transaction of its own. */
    public List<String> insert(int rows) {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            List<String> ids = insert(connection, rows);
            connection.commit();
            return ids;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** As ingest-service accepts them: with a ledger row that has its first event, and ids in the order of time. */
    public List<String> accept(int rows) {
        try (Connection connection = connect();
                PreparedStatement insert = connection.prepareStatement(INSERT);
                PreparedStatement ledger = connection.prepareStatement(LEDGER)) {
            connection.setAutoCommit(false);
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                UUID id = new UUID(
                        (System.currentTimeMillis() << 16) | 0x7000 | (i & 0xfff),
                        UUID.randomUUID().getLeastSignificantBits());
                bind(insert, id, Instant.now(), "{\"amount\":\"1200.00\",\"n\":" + i + "}");
                insert.addBatch();
                ledger.setObject(1, id);
                ledger.setString(2, "key-" + id);
                ledger.setString(3, DIGEST);
                ledger.addBatch();
                ids.add(id.toString());
            }
            insert.executeBatch();
            ledger.executeBatch();
            connection.commit();
            return ids;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** As the projection shows it when the stream has taken them up. */
    public void progress(List<String> ids) {
        ids.forEach(id -> execute("update ledger set last_event_id = 2 where request_id = '" + id + "'"));
    }

    /** What an operator does who thinks that a new slot is as good as the old one. */
    public void recreateSlot() {
        // A relay that was closed a moment ago may still hold it.
        Await.until("the slot is dropped", () -> {
            execute("select pg_drop_replication_slot('" + slot() + "')");
            return true;
        });
        execute("select pg_create_logical_replication_slot('" + slot() + "', 'pgoutput')");
    }

    /** Inserts in the caller's transaction. */
    public static List<String> insert(Connection connection, int rows) throws SQLException {
        List<String> ids = new ArrayList<>();
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int i = 0; i < rows; i++) {
                UUID id = UUID.randomUUID();
                bind(insert, id, Instant.now(), "{\"amount\":\"1200.00\",\"n\":" + i + "}");
                insert.addBatch();
                ids.add(id.toString());
            }
            insert.executeBatch();
        }
        return ids;
    }

    public void insert(UUID id, Instant at, String json) {
        try (Connection connection = connect();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            bind(insert, id, at, json);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void bind(PreparedStatement insert, UUID id, Instant now, String json) throws SQLException {
        OffsetDateTime at = now.truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
        insert.setObject(1, id);
        insert.setObject(2, at);
        insert.setObject(3, at);
        insert.setString(4, "key-" + id);
        insert.setString(5, json);
        insert.setString(6, DIGEST);
        insert.setObject(7, at.plusSeconds(30));
        insert.setString(8, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        insert.setObject(9, at.plusDays(1));
    }
}
