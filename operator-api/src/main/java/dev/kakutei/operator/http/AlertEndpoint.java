package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.http.HttpReply;
import dev.kakutei.http.QueryString;
import dev.kakutei.http.Refused;
import dev.kakutei.operator.alert.AlertReader;
import dev.kakutei.operator.alert.AlertRow;
import dev.kakutei.schemas.codec.Json;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** Lists the alerts: {@code GET /alerts?open=true|false&limit=}. */
final class AlertEndpoint {
    private static final Pattern LIMIT = Pattern.compile("[1-9][0-9]{0,2}");

    private final AlertReader alerts;

    AlertEndpoint(AlertReader alerts) {
        this.alerts = alerts;
    }

    CompletableFuture<HttpReply> list(Context context) throws Refused {
        QueryString query = new QueryString(context.queryString());
        AlertReader.Which which = query.one("open", AlertEndpoint::which, "true or false");
        Integer limit = query.one("limit", AlertEndpoint::limit, "a whole number from 1 to " + AlertReader.MAX_LIMIT);
        query.check();
        return alerts.list(
                        which == null ? AlertReader.Which.ALL : which,
                        limit == null ? AlertReader.DEFAULT_LIMIT : limit)
                .thenApply(AlertEndpoint::view);
    }

    private static HttpReply view(List<AlertRow> rows) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        ArrayNode list = view.putArray("alerts");
        rows.forEach(row -> list.add(view(row)));
        return HttpReply.json(200, view);
    }

    private static ObjectNode view(AlertRow row) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("id", row.id());
        view.put("cause", row.cause());
        view.put("severity", row.severity());
        view.put("gateway", row.gateway());
        view.put("request_id", row.requestId() == null ? null : row.requestId().toString());
        RequestView.putIfPresent(view, "idempotency_key", row.idempotencyKey());
        RequestView.putIfPresent(view, "client", row.client());
        view.put("summary", row.summary());
        view.put("first_at", row.firstAt().toString());
        view.put("last_at", row.lastAt().toString());
        view.put("count", row.count());
        view.put(
                "resolved_at",
                row.resolvedAt() == null ? null : row.resolvedAt().toString());
        return view;
    }

    private static Optional<AlertReader.Which> which(String open) {
        return switch (open) {
            case "true" -> Optional.of(AlertReader.Which.OPEN);
            case "false" -> Optional.of(AlertReader.Which.RESOLVED);
            default -> Optional.empty();
        };
    }

    private static Optional<Integer> limit(String text) {
        return LIMIT.matcher(text).matches() && Integer.parseInt(text) <= AlertReader.MAX_LIMIT
                ? Optional.of(Integer.parseInt(text))
                : Optional.empty();
    }
}
