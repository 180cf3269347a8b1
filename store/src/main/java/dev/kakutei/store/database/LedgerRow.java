package dev.kakutei.store.database;

import dev.kakutei.ledger.Approval;
import dev.kakutei.ledger.Attempts;
import dev.kakutei.ledger.Comments;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Inquiries;
import dev.kakutei.ledger.LastAnswer;
import dev.kakutei.ledger.LastCall;
import dev.kakutei.ledger.Progress;
import dev.kakutei.ledger.Request;
import dev.kakutei.ledger.Settlement;
import dev.kakutei.ledger.Status;
import dev.kakutei.ledger.Summaries;
import dev.kakutei.ledger.Version;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.ApprovalStatus;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of {@code ledger} is an {@link Entry}, column for field. What only the rules need ({@link Inquiries#answers},
 * {@link Entry#recovered}) is kept by the verifier, and has no column.
 */
public final class LedgerRow {
    /** What never changes after the acceptance. */
    private static final List<Column<Entry>> FIXED = List.of(
            column("request_id", "uuid", Entry::id),
            column("client", "text", Entry::client),
            column("idempotency_key", "text", Entry::idempotencyKey),
            column("kind", "text", entry -> entry.kind().wire()),
            column("request_digest", "text", Entry::digest),
            column("accepted_at", "timestamptz", entry -> moment(entry.acceptedAt())),
            column("deadline_at", "timestamptz", entry -> moment(entry.deadline())),
            column("traceparent", "text", Entry::traceparent));

    /** What a later event may change. */
    public static final List<Column<Entry>> CHANGING = List.of(
            column("state", "text", entry -> entry.status().word()),
            column("last_event_id", "int4", Entry::seq),
            column("current_event_id", "int4", Entry::currentEventId),
            column("updated_at", "timestamptz", entry -> moment(entry.updatedAt())),
            column("attempts", "int4", entry -> entry.attempts().count()),
            column(
                    "first_sent_at",
                    "timestamptz",
                    entry -> moment(entry.attempts().firstSentAt())),
            column(
                    "last_send_not_after",
                    "timestamptz",
                    entry -> moment(entry.attempts().lastSendNotAfter())),
            column(
                    "last_sent_at",
                    "timestamptz",
                    entry -> entry.attempts().lastCall() == null
                            ? null
                            : moment(entry.attempts().lastCall().sentAt())),
            column(
                    "last_silent_at",
                    "timestamptz",
                    entry -> entry.attempts().lastCall() == null
                            ? null
                            : moment(entry.attempts().lastCall().silentAt())),
            column("in_doubt", "bool", Entry::inDoubt),
            column("pending_verification", "bool", Entry::pendingVerification),
            column("verification_attempts", "int4", entry -> entry.inquiries().count()),
            column(
                    "last_verification_at",
                    "timestamptz",
                    entry -> moment(entry.inquiries().lastAt())),
            column("open_inquiry", "int4", entry -> entry.inquiries().open()),
            column("not_found_count", "int4", entry -> entry.inquiries().misses()),
            column("due_at", "timestamptz", entry -> moment(entry.dueAt())),
            column("reason", "text", Entry::reason),
            column("last_error_code", "text", entry -> entry.lastAnswer().errorCode()),
            column("last_error_msg", "text", entry -> entry.lastAnswer().errorMessage()),
            column("gateway_status_code", "int4", entry -> entry.lastAnswer().statusCode()),
            column("gateway_reference", "text", entry -> entry.lastAnswer().reference()),
            column("gateway_answer", "text", entry -> entry.lastAnswer().excerpt()),
            column("settled_by_attempt", "int4", entry -> entry.settlement().byAttempt()),
            column(
                    "settled_at",
                    "timestamptz",
                    entry -> moment(entry.settlement().at())),
            column("contradicted", "bool", Entry::contradicted),
            column("contradictions", "text", entry -> numbers(entry.settlement().contradictions())));

    /** What is known with the acceptance, and changes only with another version. */
    private static final List<Column<Entry>> REQUESTED = List.of(
            column("gateway", "text", Entry::gateway),
            column(
                    "amount",
                    "numeric",
                    entry -> entry.amount() == null ? null : entry.amount().toPlainString()),
            column("currency", "text", Entry::currency),
            column("expires_at", "timestamptz", entry -> moment(entry.expiresAt())),
            column("note", "text", entry -> entry.version().note()));

    /** What most requests never have: they stay as the table makes them. */
    private static final List<Column<Entry>> HELD = List.of(
            column("version", "int4", entry -> entry.version().number()),
            column("version_digest", "text", entry -> later(entry, Version::digest)),
            column("submitted_by", "text", entry -> later(entry, Version::submittedBy)),
            column("approval_policy", "text", entry -> approval(entry, Approval::policy)),
            column("approval_since", "timestamptz", entry -> approval(entry, held -> moment(held.since()))),
            column("approval_limit_at", "timestamptz", entry -> approval(entry, held -> moment(held.limitAt()))),
            column("approval_wait_ms", "int8", entry -> approval(entry, Approval::waitMillis)),
            column("approval_lapse", "text", entry -> approval(entry, held -> word(held.lapse()))),
            column("approval_status", "text", entry -> approval(entry, held -> word(held.status()))),
            column("approved_at", "timestamptz", entry -> approval(entry, held -> moment(held.approvedAt()))),
            column("approved_by", "text", entry -> approval(entry, Approval::approvedBy)),
            column("risky_attempt", "int4", entry -> entry.attempts().risky()),
            column("comments", "int4", entry -> entry.comments().count()),
            column("recent_comments", "text", entry -> recent(entry.comments())),
            column("other_gateways", "text", entry -> names(entry.otherGateways())),
            column("submissions", "text", entry -> SummaryColumns.submissions(entry.summaries())),
            column(
                    "summaries",
                    "int4",
                    entry -> entry.summaries().attached() == 0
                            ? null
                            : entry.summaries().attached()),
            column("summary", "text", entry -> summary(entry, Summaries.Summary::text)),
            column("summary_by", "text", entry -> summary(entry, Summaries.Summary::by)),
            column("summary_at", "timestamptz", entry -> summary(entry, shown -> moment(shown.at()))),
            column("summary_origin", "text", entry -> summary(entry, shown -> word(shown.origin()))));

    /** What an acceptance brings; all else is the same for every request that was just accepted. */
    public static final List<Column<Entry>> ACCEPTED =
            Stream.of(FIXED, REQUESTED).flatMap(List::stream).toList();

    /**
     * What changes with a resubmission, an approval, a comment, a summary, the acceptance of a second effect or a
     * recovery that finds another gateway, and so for few requests: {@link #isHeld}.
     */
    public static final List<Column<Entry>> RARELY =
            Stream.of(REQUESTED, HELD).flatMap(List::stream).toList();

    public static final List<Column<Entry>> ALL =
            Stream.of(FIXED, CHANGING, RARELY).flatMap(List::stream).toList();

    private LedgerRow() {}

    /** Whether any column of {@link #RARELY} may have another value than the acceptance gave it. Once so, always so. */
    public static boolean isHeld(Entry entry) {
        return entry.approval() != null
                || entry.comments().count() > 0
                || entry.summaries().attached() > 0
                || entry.attempts().risky() > 0
                || entry.perhapsElsewhere();
    }

    public static Entry read(ResultSet row) throws SQLException {
        return new Entry(
                request(row),
                progress(row),
                attempts(row),
                new Inquiries(
                        row.getInt("verification_attempts"),
                        moment(row, "last_verification_at"),
                        row.getInt("open_inquiry"),
                        row.getInt("not_found_count"),
                        null),
                new LastAnswer(
                        row.getString("last_error_code"),
                        row.getString("last_error_msg"),
                        row.getObject("gateway_status_code", Integer.class),
                        row.getString("gateway_reference"),
                        row.getString("gateway_answer")),
                new Settlement(
                        row.getInt("settled_by_attempt"),
                        moment(row, "settled_at"),
                        numbers(row.getString("contradictions"))),
                null,
                names(row.getString("other_gateways")),
                version(row),
                approval(row),
                comments(row),
                SummaryColumns.read(row));
    }

    private static Request request(ResultSet row) throws SQLException {
        return new Request(
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
                row.getString("traceparent"));
    }

    private static Progress progress(ResultSet row) throws SQLException {
        return new Progress(
                Status.ofWord(row.getString("state")),
                row.getInt("last_event_id"),
                row.getInt("current_event_id"),
                moment(row, "updated_at"),
                moment(row, "due_at"),
                row.getString("reason"));
    }

    private static Attempts attempts(ResultSet row) throws SQLException {
        Instant sentAt = moment(row, "last_sent_at");
        return new Attempts(
                row.getInt("attempts"),
                moment(row, "first_sent_at"),
                moment(row, "last_send_not_after"),
                sentAt == null ? null : new LastCall(sentAt, moment(row, "last_silent_at")),
                row.getBoolean("in_doubt"),
                row.getInt("risky_attempt"));
    }

    /** The first version repeats what stands in other columns, and leaves these empty. */
    private static Object later(Entry entry, Function<Version, Object> value) {
        return entry.version().number() == 1 ? null : value.apply(entry.version());
    }

    private static Version version(ResultSet row) throws SQLException {
        int number = row.getInt("version");
        return new Version(
                number,
                row.getString(number == 1 ? "request_digest" : "version_digest"),
                row.getString(number == 1 ? "client" : "submitted_by"),
                row.getString("note"));
    }

    private static Object approval(Entry entry, Function<Approval, Object> value) {
        return entry.approval() == null ? null : value.apply(entry.approval());
    }

    private static Approval approval(ResultSet row) throws SQLException {
        String policy = row.getString("approval_policy");
        return policy == null
                ? null
                : new Approval(
                        policy,
                        status(row.getString("approval_status")),
                        moment(row, "approval_since"),
                        moment(row, "approval_limit_at"),
                        row.getLong("approval_wait_ms"),
                        ApprovalFact.Lapse.valueOf(
                                row.getString("approval_lapse").toUpperCase(Locale.ROOT)),
                        moment(row, "approved_at"),
                        row.getString("approved_by"));
    }

    /** Null for a row of an older version. */
    private static ApprovalStatus status(String word) {
        return word == null ? null : ApprovalStatus.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static Object summary(Entry entry, Function<Summaries.Summary, Object> value) {
        Summaries.Summary current = entry.summaries().current();
        return current == null ? null : value.apply(current);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** An action's id has no line break. */
    private static Object recent(Comments comments) {
        return comments.recent().isEmpty() ? null : String.join("\n", comments.recent());
    }

    private static Comments comments(ResultSet row) throws SQLException {
        String recent = row.getString("recent_comments");
        return new Comments(row.getInt("comments"), recent == null ? List.of() : List.of(recent.split("\n")));
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

    /** A gateway's name has no comma. */
    private static String names(List<String> names) {
        return names.isEmpty() ? null : String.join(",", names);
    }

    private static List<String> names(String text) {
        return text == null ? List.of() : List.of(text.split(","));
    }

    private static String numbers(List<Integer> numbers) {
        return numbers.isEmpty() ? null : numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static List<Integer> numbers(String text) {
        return text == null
                ? List.of()
                : Stream.of(text.split(",")).map(Integer::valueOf).toList();
    }
}
