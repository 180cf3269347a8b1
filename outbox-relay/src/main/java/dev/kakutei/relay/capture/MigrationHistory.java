package dev.kakutei.relay.capture;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalInt;

/**
 * How far the migrations have come, by the history that Flyway keeps.
 *
 * <p>Flyway writes a version's row over a connection of its own, a moment before that version commits. So a version in the
 * history says that every version <em>before</em> it has committed; the grace period covers the moment.
 */
final class MigrationHistory {
    private static final String TABLE = CaptureConfig.SCHEMA + ".flyway_schema_history";

    private static final String READABLE = """
            select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = 'public' and c.relname = 'flyway_schema_history' and has_table_privilege(c.oid, 'select')
            """;

    private static final String VERSION = "select coalesce(max(split_part(version, '.', 1)::int), 0) from " + TABLE
            + " where success and version ~ '^[0-9]{1,9}([.][0-9]+)*$'";

    private MigrationHistory() {}

    /** The newest version; 0 before the first; empty where there is no history, or it is not ours to read. */
    static OptionalInt version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet readable = statement.executeQuery(READABLE)) {
                if (!readable.next()) {
                    return OptionalInt.empty();
                }
            }
            try (ResultSet newest = statement.executeQuery(VERSION)) {
                newest.next();
                return OptionalInt.of(newest.getInt(1));
            }
        }
    }
}
