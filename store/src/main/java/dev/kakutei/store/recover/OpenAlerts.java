package dev.kakutei.store.recover;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.schemas.Alert;
import dev.kakutei.store.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The alerts that were open when records were lost. The verifier's store of them is gone, so nothing would ever resolve
 * them: they are resolved here, and what still has a reason is raised again.
 */
public final class OpenAlerts {
    private final Database database;

    public OpenAlerts(Database database) {
        this.database = database;
    }

    /**
     * The messages that end them. From now on messages count whatever their place on the topic is: places begin again
     * where the topic ends now.
     */
    public List<Alert> ended(int recovery, Instant now) {
        List<Alert> ended = new ArrayList<>();
        try (Connection connection = database.connection();
                PreparedStatement places = connection.prepareStatement("update alerts set record_offset = -1");
                PreparedStatement query = connection.prepareStatement("select id, severity, cause, gateway, count,"
                        + " first_at from alerts where resolved_at is null and cause <> 'stores_disagree'")) {
            places.executeUpdate();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    ended.add(new Alert(
                            row.getString("id") + "/resolved",
                            Alert.Severity.valueOf(row.getString("severity")),
                            row.getString("cause"),
                            null,
                            row.getString("gateway"),
                            "Ended by recovery " + recovery + "; what still has a reason is raised again.",
                            now,
                            row.getString("id"),
                            row.getObject("first_at", OffsetDateTime.class).toInstant(),
                            row.getLong("count"),
                            now));
                }
            }
            connection.commit();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
        return ended;
    }
}
