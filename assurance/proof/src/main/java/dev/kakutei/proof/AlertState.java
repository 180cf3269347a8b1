package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Alert;
import java.time.Instant;

/**
 * How an alert is, as its latest message says, or its row in Postgres.
 *
 * @param id the same in all messages of one alert
 * @param at of the message
 * @param resolvedAt null while it is open
 */
public record AlertState(String id, String cause, String gateway, Instant since, Instant at, Instant resolvedAt) {
    public AlertState {
        requireNonNull(id, "id");
        requireNonNull(cause, "cause");
        requireNonNull(since, "since");
        requireNonNull(at, "at");
    }

    /** What an older version published does not name its alert: each message is one of its own then. */
    public static AlertState of(Alert message) {
        return new AlertState(
                message.alarm() == null ? message.id() : message.alarm(),
                message.cause(),
                message.gateway(),
                message.since() == null ? message.at() : message.since(),
                message.at(),
                message.resolvedAt());
    }

    public String subject() {
        return AlertPeriods.subject(cause, gateway);
    }
}
