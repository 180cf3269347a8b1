package dev.kakutei.ingest.store;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** A row of {@code ledger} is an {@link Entry}, column for field. */
public final class LedgerRow {
    /** What never changes after the acceptance. */
    static final List<Column<Entry>> FIXED = List.of(
            column("request_id", "uuid", Entry::id),
            column("client", "text", Entry::client),
            column("idempotency_key", "text", Entry::idempotencyKey),
            column("kind", "text", entry -> entry.kind().wire()),
            column("gateway", "text", Entry::gateway),
            column("request_digest", "text", Entry::digest),
            column(
                    "amount",
                    "numeric",
                    entry -> entry.amount() == null ? null : entry.amount().toPlainString()),
            column("currency", "text", Entry::currency),
            column("accepted_at", "timestamptz", entry -> moment(entry.acceptedAt())),
            column("deadline_at", "timestamptz", entry -> moment(entry.deadline())),
            column("expires_at", "timestamptz", entry -> moment(entry.expiresAt())),
            column("traceparent", "text", Entry::traceparent));

    /** What a later event may change. */
    public static final List<Column<Entry>> CHANGING = List.of(
            column("state", "text", entry -> entry.status().word()),
            column("last_event_id", "int4", Entry::seq),
            column("current_event_id", "int4", Entry::currentEventId),
            column("updated_at", "timestamptz", entry -> moment(entry.updatedAt())),
            column("attempts", "int4", Entry::attempts),
            column("first_sent_at", "timestamptz", entry -> moment(entry.firstSentAt())),
            column("last_send_not_after", "timestamptz", entry -> moment(entry.lastSendNotAfter())),
            column("in_doubt", "bool", Entry::inDoubt),
            column("pending_verification", "bool", entry -> entry.status().pendingVerification()),
            column("verification_attempts", "int4", Entry::verificationAttempts),
            column("last_verification_at", "timestamptz", entry -> moment(entry.lastVerificationAt())),
            column("open_inquiry", "int4", Entry::openInquiry),
            column("not_found_count", "int4", Entry::misses),
            column("due_at", "timestamptz", entry -> moment(entry.dueAt())),
            column("reason", "text", Entry::reason),
            column("last_error_code", "text", Entry::lastErrorCode),
            column("last_error_msg", "text", Entry::lastErrorMessage),
            column("gateway_status_code", "int4", Entry::gatewayStatusCode),
            column("gateway_reference", "text", Entry::gatewayReference),
            column("gateway_answer", "text", Entry::gatewayAnswer),
            column("settled_by_attempt", "int4", Entry::settledByAttempt),
            column("settled_at", "timestamptz", entry -> moment(entry.settledAt())),
            column("contradicted", "bool", Entry::contradicted));

    public static final List<Column<Entry>> ALL =
            Stream.concat(FIXED.stream(), CHANGING.stream()).toList();

    private LedgerRow() {}

    public static Entry read(ResultSet row) throws SQLException {
        return new Entry(
                new RequestId(row.getObject("request_id", UUID.class)),
                RequestKind.ofWire(row.getString("kind")),
                row.getString("client"),
                row.getString("idempotency_key"),
                row.getString("request_digest"),
                row.getString("gateway"),
                row.getObject("amount", BigDecimal.class),
                row.getString("currency"),
                moment(row, "accepted_at"),
                moment(row, "deadline_at"),
                moment(row, "expires_at"),
                row.getString("traceparent"),
                Status.ofWord(row.getString("state")),
                row.getInt("last_event_id"),
                row.getInt("current_event_id"),
                moment(row, "updated_at"),
                row.getInt("attempts"),
                moment(row, "first_sent_at"),
                moment(row, "last_send_not_after"),
                row.getBoolean("in_doubt"),
                row.getInt("verification_attempts"),
                moment(row, "last_verification_at"),
                row.getInt("open_inquiry"),
                row.getInt("not_found_count"),
                moment(row, "due_at"),
                row.getString("reason"),
                row.getString("last_error_code"),
                row.getString("last_error_msg"),
                row.getObject("gateway_status_code", Integer.class),
                row.getString("gateway_reference"),
                row.getString("gateway_answer"),
                row.getInt("settled_by_attempt"),
                moment(row, "settled_at"),
                row.getBoolean("contradicted"));
    }

    /** For binding. Postgres rounds to microseconds; a time must never move into the future by being stored. */
    public static Object moment(Instant instant) {
        return instant == null ? null : instant.truncatedTo(ChronoUnit.MICROS);
    }

    static Instant moment(ResultSet row, String column) throws SQLException {
        OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    private static Column<Entry> column(String name, String type, Function<Entry, Object> value) {
        return new Column<>(name, type, value);
    }
}
