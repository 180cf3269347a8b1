package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.http.HttpReply;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.search.ClientScope;
import dev.kakutei.operator.search.SearchPage;
import dev.kakutei.schemas.codec.Json;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of a search as callers see it. */
final class SearchView {
    private static final String CURSOR = "cursor=";

    private SearchView() {}

    /** @param query as it came: the next page is asked for with the same words and another cursor */
    static HttpReply of(SearchPage page, String query, ClientScope scope, Instant now) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        ArrayNode list = view.putArray("requests");
        page.requests().forEach(entry -> list.add(listed(entry, scope, now)));
        if (page.next().isEmpty()) {
            return HttpReply.json(200, view);
        }
        String next = "/requests?" + without(query) + CURSOR + page.next().get().text();
        view.put("next", next);
        if (page.cut()) {
            view.put("searched_back_to", page.next().get().acceptedAt().toString());
        }
        return HttpReply.json(200, view, Map.of("Link", "<" + next + ">; rel=\"next\""));
    }

    /** As it is shown alone, with what one searches by, and without the gateway's answer, which may be long. */
    private static ObjectNode listed(Entry entry, ClientScope scope, Instant now) {
        ObjectNode view = RequestView.of(entry, now);
        view.remove("answer");
        if (entry.amount() != null) {
            view.put("amount", entry.amount().toPlainString());
        }
        RequestView.putIfPresent(view, "currency", entry.currency());
        if (scope.client().isEmpty()) {
            view.put("client", entry.client());
        }
        return view;
    }

    private static String without(String query) {
        return query == null
                ? ""
                : Stream.of(query.split("&"))
                        .filter(pair -> !pair.isEmpty() && !pair.startsWith(CURSOR))
                        // What no address may hold, some clients send all the same; it would end the header's link.
                        .map(pair -> pair.replace("<", "%3C").replace(">", "%3E") + "&")
                        .collect(Collectors.joining());
    }
}
