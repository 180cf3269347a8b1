package dev.kakutei.relay.capture;

import dev.kakutei.boot.Failpoint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;

/** Writes canaries, and deletes old ones. For one thread. */
public final class CanaryTable implements AutoCloseable {
    /** One statement, so one transaction: what is swept is bounded by what was written since the last sweep. */
    private static final String INSERT = """
            with old as (
                delete from relay_canaries
                 where id in (select id from relay_canaries where sent_at < ? order by id limit 100))
            insert into relay_canaries (sent_at, relay) values (?, ?)
            """;

    private static final int KEPT_SECONDS = 60;

    private final PostgresLink link;
    private final String relay;

    public CanaryTable(CaptureConfig config, String relay) {
        this.link = new PostgresLink(config.postgres());
        this.relay = relay;
    }

    /** False when the database did not take it: then no canary will arrive, and the health check reports that. */
    public boolean send(Instant now) {
        try {
            Connection connection = link.connection();
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                insert.setObject(1, now.minusSeconds(KEPT_SECONDS).atOffset(ZoneOffset.UTC));
                insert.setObject(2, now.atOffset(ZoneOffset.UTC));
                insert.setString(3, relay);
                insert.executeUpdate();
                Failpoint.CANARY_WRITTEN.reached();
                return true;
            }
        } catch (SQLException e) {
            link.close();
            return false;
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
