package dev.kakutei.relay.capture;

import dev.kakutei.relay.route.OutboxRow;
import java.util.Optional;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Takes the columns of an inserted row out of Debezium's envelope. */
final class RowDecoder {
    private static final String INSERTED = "c";

    private RowDecoder() {}

    /** Empty for whatever is not an insert: the publication has no such thing, Debezium itself might. */
    static Optional<OutboxRow> decode(SourceRecord record) {
        if (!(record.value() instanceof Struct envelope)
                || envelope.schema().field("op") == null
                || !INSERTED.equals(envelope.getString("op"))) {
            return Optional.empty();
        }
        Struct row = envelope.getStruct("after");
        return Optional.of(new OutboxRow(
                text(row, "id"),
                text(row, "created_at"),
                text(row, "client"),
                text(row, "idempotency_key"),
                text(row, "kind"),
                text(row, "gateway"),
                text(row, "amount"),
                text(row, "currency"),
                text(row, "order_request_json"),
                text(row, "request_digest"),
                text(row, "deadline_at"),
                text(row, "expires_at"),
                text(row, "traceparent")));
    }

    /** A column that the table does not have reads as null: the router says what is missing, with the row's name. */
    private static String text(Struct row, String column) {
        Object value = row.schema().field(column) == null ? null : row.get(column);
        return value == null ? null : value.toString();
    }
}
