package dev.kakutei.relay.capture;

import dev.kakutei.relay.route.CapturedRow;
import dev.kakutei.schemas.Canary;
import dev.kakutei.schemas.codec.Instants;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;

/** Takes inserted rows out of Debezium's envelopes. */
final class RowDecoder {
    private static final String INSERTED = "c";

    private RowDecoder() {}

    /** Whatever is not an insert is left out: the publication has no such thing, Debezium itself might. */
    static CapturedBatch decode(Iterable<SourceRecord> records) {
        List<CapturedRow> rows = new ArrayList<>();
        List<Canary> canaries = new ArrayList<>();
        for (SourceRecord record : records) {
            if (record.value() instanceof Struct envelope
                    && envelope.schema().field("op") != null
                    && INSERTED.equals(envelope.getString("op"))) {
                Struct row = envelope.getStruct("after");
                if (CaptureConfig.CANARIES.equals(envelope.getStruct("source").getString("table"))) {
                    canary(row).ifPresent(canaries::add);
                } else {
                    rows.add(row(row));
                }
            }
        }
        return new CapturedBatch(rows, canaries);
    }

    /** One that cannot be read is none: a canary must never stop what it watches. */
    private static Optional<Canary> canary(Struct row) {
        try {
            return Optional.of(
                    new Canary(row.getInt64("id"), text(row, "relay"), Instants.parse(text(row, "sent_at"))));
        } catch (DataException | DateTimeException | NullPointerException e) {
            return Optional.empty();
        }
    }

    private static CapturedRow row(Struct row) {
        return new CapturedRow(
                text(row, "id"),
                text(row, "client"),
                text(row, "idempotency_key"),
                text(row, "kind"),
                text(row, "gateway"),
                text(row, "amount"),
                text(row, "currency"),
                text(row, "order_request_json"),
                text(row, "request_digest"),
                new CapturedRow.Times(text(row, "created_at"), text(row, "deadline_at"), text(row, "expires_at")),
                text(row, "traceparent"),
                text(row, "note"));
    }

    /** A column that the table does not have reads as null: the router says what is missing, with the row's name. */
    private static String text(Struct row, String column) {
        Object value = row.schema().field(column) == null ? null : row.get(column);
        return value == null ? null : value.toString();
    }
}
