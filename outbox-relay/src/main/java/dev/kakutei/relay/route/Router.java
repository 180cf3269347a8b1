package dev.kakutei.relay.route;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Instants;
import dev.kakutei.schemas.codec.Json;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Makes the first event of a request from its outbox row: the very event that was stored with it, value by value,
 * because the projection compares the two.
 */
public final class Router {
    private Router() {}

    /** Total: an invalid row is a result too, never an exception. */
    public static Routed route(CapturedRow row) {
        try {
            RequestId id = RequestId.of(present("id", row.id()));
            Instant at = instant("created_at", row.createdAt());
            return new Routed.Message(row, LedgerEvent.first(id, at, accepted(row)));
        } catch (JsonProcessingException e) {
            return new Routed.Unroutable(row, "order_request_json is not JSON: " + e.getOriginalMessage());
        } catch (IllegalArgumentException | NullPointerException e) {
            return new Routed.Unroutable(row, e.getMessage());
        }
    }

    private static Fact.Accepted accepted(CapturedRow row) throws JsonProcessingException {
        return new Fact.Accepted(
                RequestKind.ofWire(present("kind", row.kind())),
                present("client", row.client()),
                present("idempotency_key", row.idempotencyKey()),
                present("request_digest", row.digest()),
                present("gateway", row.gateway()),
                row.amount() == null ? null : decimal("amount", row.amount()),
                row.currency(),
                instant("deadline_at", row.deadlineAt()),
                row.expiresAt() == null ? null : instant("expires_at", row.expiresAt()),
                row.traceparent(),
                json(present("order_request_json", row.requestJson())),
                row.note());
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        JsonNode node = Json.MAPPER.readTree(text);
        if (!node.isObject()) {
            throw new IllegalArgumentException("order_request_json is not a JSON object");
        }
        return node;
    }

    private static BigDecimal decimal(String column, String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(column + " is not a decimal number: " + text, e);
        }
    }

    private static Instant instant(String column, String text) {
        try {
            return Instants.parse(present(column, text));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(column + " is not an instant: " + text, e);
        }
    }

    private static String present(String column, String text) {
        if (text == null) {
            throw new IllegalArgumentException(column + " is missing");
        }
        return text;
    }
}
