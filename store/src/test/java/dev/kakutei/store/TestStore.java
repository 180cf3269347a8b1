package dev.kakutei.store;

import dev.kakutei.store.database.Database;
import dev.kakutei.store.database.PostgresConfig;
import dev.kakutei.testkit.RealPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A database of its own on the real server, migrated, with a pool. */
public final class TestStore implements AutoCloseable {
    private final RealPostgres.Database raw;
    private final PostgresConfig config;
    private final Database database;

    private TestStore(RealPostgres.Database raw, int pool) {
        this.raw = raw;
        this.config = config(raw, raw.jdbcUrl(), pool);
        this.database = new Database(config, new SimpleMeterRegistry());
    }

    /** A copy of one that was migrated; its slot is made here, before anything is written, as the migration does. */
    public static TestStore open() {
        TestStore store = new TestStore(RealPostgres.copyOf("migrated", TestStore::migrate), 8);
        store.execute("select pg_create_logical_replication_slot('" + slot(store.raw) + "', 'pgoutput')");
        store.database.open();
        return store;
    }

    private static void migrate(RealPostgres.Database template) {
        try (TestStore store = new TestStore(template, 1)) {
            store.database.start();
        }
    }

    /** @param url may lead through a proxy */
    public static PostgresConfig config(RealPostgres.Database raw, String url, int pool) {
        return new PostgresConfig(url, raw.user(), raw.password(), pool, slot(raw));
    }

    public RealPostgres.Database raw() {
        return raw;
    }

    public PostgresConfig config() {
        return config;
    }

    public Database database() {
        return database;
    }

    public long count(String fromWhere) {
        return Long.parseLong(text("select count(*) from " + fromWhere));
    }

    /** The first column of the first row; null where there is none. */
    public String text(String sql) {
        try (Connection connection = raw.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : null;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    public void execute(String sql) {
        try (Connection connection = raw.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Slots belong to the whole server and are few. */
    @Override
    public void close() {
        database.close();
        execute("select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '" + slot(raw)
                + "'");
    }

    private static String slot(RealPostgres.Database raw) {
        return "slot_" + raw.name();
    }
}
