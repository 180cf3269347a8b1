package dev.kakutei.store.clearance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.ledger.Alarm;
import dev.kakutei.ledger.Cause;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Notifies operators that the stores disagree. The verifier cannot: it is halted. */
final class StoreAlert {
    private final Topic<Alert> topic;
    private final Database database;

    StoreAlert(Topic<Alert> topic, Database database) {
        this.topic = topic;
        this.database = database;
    }

    /** Every instance finds the same problem, and names it the same: it is one alert. */
    void raise(Producer<byte[], byte[]> producer, String problem, Instant now) {
        String alarm = Cause.STORES_DISAGREE.word() + "/" + Integer.toHexString(problem.hashCode());
        publish(producer, alert(alarm, problem, now, now, null));
    }

    void resolve(Producer<byte[], byte[]> producer, Instant now) {
        for (Alert open : open(now)) {
            publish(producer, open);
        }
    }

    private List<Alert> open(Instant now) {
        List<Alert> resolved = new ArrayList<>();
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(
                        "select id, first_at from alerts where cause = ? and resolved_at is null")) {
            query.setString(1, Cause.STORES_DISAGREE.word());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    Instant since = row.getObject(2, OffsetDateTime.class).toInstant();
                    resolved.add(alert(
                            row.getString(1), "Over: Kafka has what Postgres has read from it.", since, now, now));
                }
            }
            connection.rollback();
        } catch (SQLException e) {
            throw new StoreUnavailable(e);
        }
        return resolved;
    }

    private static Alert alert(String alarm, String summary, Instant since, Instant now, Instant resolvedAt) {
        return new Alert(
                alarm + "@" + now,
                Alert.Severity.HIGH,
                Cause.STORES_DISAGREE.word(),
                null,
                null,
                summary,
                now,
                alarm,
                since,
                1L,
                resolvedAt);
    }

    private void publish(Producer<byte[], byte[]> producer, Alert alert) {
        producer.send(new ProducerRecord<>(
                topic.name(),
                Alarm.subject(alert).getBytes(UTF_8),
                topic.codec().encode(alert)));
    }
}
