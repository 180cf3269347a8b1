package dev.kakutei.store.upkeep;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.RequestId;

/**
 * A place where the tables do not say what a request's events say.
 *
 * @param key the caller's key, where it is known; null otherwise
 * @param field a column, or {@code (row)} or {@code (events)} for the whole
 * @param stored what stands there; null for nothing
 * @param expected what the events say; null for nothing
 */
public record Difference(
        RequestId requestId, String client, String key, String table, String field, String stored, String expected) {
    static final String ROW = "(row)";
    static final String EVENTS = "(events)";

    public Difference {
        requireNonNull(requestId, "requestId");
        requireNonNull(table, "table");
        requireNonNull(field, "field");
    }

    @Override
    public String toString() {
        return requestId + (key == null ? "" : " (" + client + "/" + key + ")") + " " + table + "." + field
                + ": stored " + stored + ", by its events " + expected;
    }
}
