package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.PromiseViolation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads Postgres directly: what the tables say, and whether they agree with each other. */
record PostgresTables(String url, String user, String password) {
    /** How many requests are in each state. */
    Map<Status, Integer> states() {
        Map<Status, Integer> states = new TreeMap<>();
        query(
                "select state, count(*) from ledger group by state",
                row -> states.put(Status.ofWord(row.getString(1)), row.getInt(2)));
        return states;
    }

    /** Each request's own id, by its caller's key. */
    Map<String, String> idsByKey() {
        Map<String, String> ids = new HashMap<>();
        query("select idempotency_key, request_id from ledger", row -> ids.put(row.getString(1), row.getString(2)));
        return ids;
    }

    /** The keys of all requests in this state. */
    Set<String> keysIn(Status status) {
        Set<String> keys = new HashSet<>();
        query(
                "select idempotency_key from ledger where state = '" + status.word() + "'",
                row -> keys.add(row.getString(1)));
        return keys;
    }

    /** How many requests were settled by asking the gateway. */
    int verifiedCount() {
        List<Integer> counts = new ArrayList<>();
        query("select count(*) from ledger where verification_attempts > 0", row -> counts.add(row.getInt(1)));
        return counts.get(0);
    }

    /** Each request's state, by its caller's key. */
    Map<String, Status> statesByKey() {
        Map<String, Status> states = new HashMap<>();
        query(
                "select idempotency_key, state from ledger",
                row -> states.put(row.getString(1), Status.ofWord(row.getString(2))));
        return states;
    }

    /** How many of these are in each state. */
    Map<String, Integer> statesOf(Set<String> keys) {
        Map<String, Integer> states = new TreeMap<>();
        statesByKey().forEach((key, state) -> {
            if (keys.contains(key)) {
                states.merge(state.name(), 1, Integer::sum);
            }
        });
        return states;
    }

    /** The requests that have neither come to their end nor wait for a person. */
    List<String> unsettled() {
        List<String> open = new ArrayList<>();
        query(
                "select idempotency_key, request_id, gateway, state from ledger"
                        + " where settled_at is null and state <> 'verification_failed'",
                row -> open.add(
                        row.getString(1) + " " + row.getString(2) + " " + row.getString(3) + " " + row.getString(4)));
        return open;
    }

    /** How many alerts of this cause are open. */
    int openAlerts(String cause) {
        List<Integer> counts = new ArrayList<>();
        query(
                "select count(*) from alerts where resolved_at is null and cause = '" + cause + "'",
                row -> counts.add(row.getInt(1)));
        return counts.get(0);
    }

    long count(String table) {
        List<Long> counts = new ArrayList<>();
        query("select count(*) from " + table, row -> counts.add(row.getLong(1)));
        return counts.get(0);
    }

    Map<String, Integer> outboxStatuses() {
        Map<String, Integer> statuses = new TreeMap<>();
        query(
                "select status, count(*) from outbox_orders group by status",
                row -> statuses.put(row.getString(1), row.getInt(2)));
        return statuses;
    }

    /** What the outbox says of this key: status, attempts, why it was aborted, who holds it, whether it waits. */
    String outboxRow(String key) {
        List<String> rows = new ArrayList<>();
        query(
                "select concat_ws(' ', status, attempts, case when status = 'aborted' then last_error_code end,"
                        + " 'held by ' || locked_by, case when locked_by is null and locked_at is not null then 'held' end,"
                        + " case when next_attempt_at > now() then 'waits' end)"
                        + " from outbox_orders where idempotency_key = '" + key + "'",
                row -> rows.add(row.getString(1)));
        return rows.isEmpty() ? "none" : rows.get(0);
    }

    /** SPEC E1: the events of each request are dense, and fold to its snapshot. Returns how many were compared. */
    int assertSnapshotsAreTheFoldOfTheirEvents() {
        Map<RequestId, Entry> folded = folded();
        int[] compared = {0};
        query("select * from ledger", row -> {
            Entry entry = folded.get(RequestId.of(row.getString("request_id")));
            assertThat(entry)
                    .as("events of %s", row.getString("idempotency_key"))
                    .isNotNull();
            Map<String, Object> expected = expected(entry);
            Map<String, Object> shown = snapshot(row, expected.keySet());
            PromiseViolation.unless(() -> assertThat(shown).isEqualTo(expected));
            compared[0]++;
        });
        assertThat(compared[0]).isEqualTo(folded.size());
        return compared[0];
    }

    private Map<RequestId, Entry> folded() {
        Map<RequestId, Entry> folded = new HashMap<>();
        query("select * from ledger_events order by request_id, event_id", row -> {
            LedgerEvent event = event(row);
            // apply refuses an event that is not the next one: a gap cannot pass
            folded.compute(
                    event.requestId(), (id, before) -> before == null ? Entry.begin(event) : before.apply(event));
        });
        return folded;
    }

    private static LedgerEvent event(ResultSet row) throws SQLException {
        try {
            return new LedgerEvent(
                    RequestId.of(row.getString("request_id")),
                    row.getInt("event_id"),
                    row.getTimestamp("at").toInstant(),
                    row.getString("actor"),
                    Json.MAPPER.readValue(row.getString("fact"), Fact.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> expected(Entry entry) {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("client", entry.client());
        expected.put("idempotency_key", entry.idempotencyKey());
        expected.put("kind", entry.kind().wire());
        expected.put("gateway", entry.gateway());
        expected.put("request_digest", entry.digest());
        expected.put("state", entry.status().word());
        expected.put("last_event_id", entry.seq());
        expected.put("current_event_id", entry.currentEventId());
        expected.put("attempts", entry.attempts().count());
        expected.put("in_doubt", entry.inDoubt());
        expected.put("risky_attempt", entry.attempts().risky());
        expected.put("other_gateways", entry.perhapsElsewhere() ? String.join(",", entry.otherGateways()) : null);
        expected.put("pending_verification", entry.status().pendingVerification());
        expected.put("verification_attempts", entry.inquiries().count());
        expected.put("open_inquiry", entry.inquiries().open());
        expected.put("not_found_count", entry.inquiries().misses());
        expected.put("reason", entry.reason());
        expected.put("last_error_code", entry.lastAnswer().errorCode());
        expected.put("last_error_msg", entry.lastAnswer().errorMessage());
        expected.put("gateway_status_code", entry.lastAnswer().statusCode());
        expected.put("gateway_reference", entry.lastAnswer().reference());
        expected.put("settled_by_attempt", entry.settlement().byAttempt());
        expected.put("contradicted", entry.contradicted());
        expected.put("accepted_at", entry.acceptedAt());
        expected.put("updated_at", entry.updatedAt());
        expected.put("first_sent_at", entry.attempts().firstSentAt());
        expected.put("last_send_not_after", entry.attempts().lastSendNotAfter());
        expected.put("last_verification_at", entry.inquiries().lastAt());
        expected.put("due_at", entry.dueAt());
        expected.put("settled_at", entry.settlement().at());
        return expected;
    }

    private static Map<String, Object> snapshot(ResultSet row, Set<String> columns) throws SQLException {
        Map<String, Object> snapshot = new LinkedHashMap<>();
        for (String column : columns) {
            Object value = row.getObject(column);
            snapshot.put(column, value instanceof Timestamp at ? at.toInstant() : value);
        }
        return snapshot;
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private void query(String sql, RowReader reader) {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                reader.read(rows);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
