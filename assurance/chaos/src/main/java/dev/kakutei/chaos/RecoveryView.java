package dev.kakutei.chaos;

import dev.kakutei.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** What Postgres says of Kafka's past and of recoveries, past all services. */
final class RecoveryView {
    private final EmbeddedPostgres postgres;

    RecoveryView(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** By partition, as its folder is called: behind the last record that was projected. */
    Map<String, Long> read(String topic) {
        Map<String, Long> read = new TreeMap<>();
        return query("select partition, next_offset from projection_offsets where topic = '" + topic + "'", row -> {
            while (row.next()) {
                read.put(topic + "-" + row.getInt(1), row.getLong(2));
            }
            return read;
        });
    }

    /** Whether it is on record that everybody has stopped. */
    boolean quiet() {
        return query("select 1 from sending_halt", ResultSet::next);
    }

    /** How often it was recorded that verifiers read a state that is older than the ledger topic. */
    long noticedByVerifiers() {
        return query(
                "select count(*) from store_incidents where reason like '%the ledger topic ends in partition%'",
                row -> {
                    row.next();
                    return row.getLong(1);
                });
    }

    /**
     * The last recovery that came to its end.
     *
     * @param number 0 where there was none
     */
    record Completed(int number, Instant at, long inDoubt) {}

    Completed completed() {
        return query(
                "select number, completed_at, in_doubt from recoveries where completed_at is not null"
                        + " order by number desc limit 1",
                row -> row.next()
                        ? new Completed(row.getInt(1), row.getTimestamp(2).toInstant(), row.getLong(3))
                        : new Completed(0, Instant.MIN, 0));
    }

    private interface Reading<T> {
        T of(ResultSet rows) throws SQLException;
    }

    private <T> T query(String sql, Reading<T> reading) {
        try (Connection connection = postgres.connect("kakutei");
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            return reading.of(rows);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot ask Postgres: " + e.getMessage(), e);
        }
    }
}
