package dev.kakutei.relay.capture;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marks the slot as one that replicas keep as well (PostgreSQL 17 and newer), so that it is still there after a failover.
 * Only a slot that is not in use can be marked. The replicas must be set up for it; this alone does nothing.
 */
public final class SlotFailover {
    private static final Logger log = LoggerFactory.getLogger(SlotFailover.class);

    /** Whether the slot is to be marked. */
    public enum Mode {
        OFF,
        ON
    }

    private final CaptureConfig config;

    public SlotFailover(CaptureConfig config) {
        this.config = config;
    }

    /** A failure is logged and ignored: the capture does not depend on it. */
    public void mark() {
        try (Connection connection =
                DriverManager.getConnection(config.postgres().url(), properties(""))) {
            String failover = failover(connection);
            if (failover == null) {
                log.warn("relay.slot-failover is on, but this PostgreSQL keeps no slots on replicas (17 and newer do)");
            } else if ("false".equals(failover)) {
                mark(config.slot());
                log.info("Slot {} is kept on replicas from now on", config.slot());
            }
        } catch (SQLException e) {
            log.warn("Slot {} could not be marked for failover: {}", config.slot(), e.getMessage());
        }
    }

    private String failover(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "select to_jsonb(s) ->> 'failover' from pg_replication_slots s where slot_name = ?")) {
            query.setString(1, config.slot());
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? found.getString(1) : null;
            }
        }
    }

    /** There is no SQL for it, only a command of the replication protocol. The slot's name is checked by its setting. */
    private void mark(String slot) throws SQLException {
        try (Connection replication =
                        DriverManager.getConnection(config.postgres().url(), properties("database"));
                Statement command = replication.createStatement()) {
            command.execute("ALTER_REPLICATION_SLOT " + slot + " (FAILOVER true)");
        }
    }

    private Properties properties(String replication) {
        Properties properties = new Properties();
        properties.setProperty("user", config.postgres().user());
        properties.setProperty("password", config.postgres().password());
        properties.setProperty("loginTimeout", "5");
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "10");
        if (!replication.isEmpty()) {
            properties.setProperty("replication", replication);
            properties.setProperty("assumeMinServerVersion", "17");
            properties.setProperty("preferQueryMode", "simple");
        }
        return properties;
    }
}
