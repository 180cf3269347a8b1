package dev.kakutei.operator.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.http.Problem;
import dev.kakutei.http.Refused;
import dev.kakutei.operator.bulk.Chooser;
import dev.kakutei.operator.search.ClientScope;
import dev.kakutei.operator.search.Cursor;
import dev.kakutei.operator.search.Search;
import dev.kakutei.operator.search.SearchPage;
import dev.kakutei.operator.search.SearchTable;
import dev.kakutei.schemas.request.Violation;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which requests a bulk action concerns: a search, written in a body or kept in a job. */
public final class BulkFilter implements Chooser {
    /** A page of a search, and no part of what is searched for. */
    private static final Set<String> NOT_HERE = Set.of("limit", "cursor");
    /** One of them must be there, and choose: an action for everything is a mistake. */
    private static final String STATES =
            "must say in which state: a state, a status, or true for pending_verification or waiting_for_person;"
                    + " all states together are none";

    private static final List<String> WORDS = List.of("state", "status");
    /** False leaves nearly everything, and names no state. */
    private static final List<String> FLAGS = List.of("pending_verification", "waiting_for_person");

    private final SearchTable table;

    public BulkFilter(SearchTable table) {
        this.table = table;
    }

    /** The filter as a search is spelt in an address, if it is one. */
    static String read(JsonNode filter) throws Refused {
        List<Violation> violations = new ArrayList<>();
        StringBuilder query = new StringBuilder();
        if (filter == null || !filter.isObject()) {
            throw new Refused(Problem.invalid("/filter", "must be an object, as a search has parameters"));
        }
        for (Map.Entry<String, JsonNode> field : filter.properties()) {
            Optional<String> value = text(field.getValue());
            if (NOT_HERE.contains(field.getKey())) {
                violations.add(new Violation("/filter/" + field.getKey(), "has no meaning here"));
            } else if (value.isEmpty()) {
                violations.add(new Violation(
                        pointer(field.getKey()), "must be a string, a number, true or false, or a list of strings"));
            } else if (value.get().isEmpty() && !field.getValue().isNull()) {
                // A search ignores an empty value. Here the caller meant to choose, and did not.
                violations.add(new Violation(pointer(field.getKey()), "must not be empty"));
            } else {
                query.append(query.isEmpty() ? "" : "&")
                        .append(URLEncoder.encode(field.getKey(), UTF_8))
                        .append('=')
                        .append(URLEncoder.encode(value.get(), UTF_8));
            }
        }
        try {
            Search search = SearchParameters.read(query.toString(), ClientScope.everyClient());
            if (!namesStates(filter) || search.statuses().everyState()) {
                violations.add(new Violation("/filter", STATES));
            }
        } catch (Refused e) {
            e.problem()
                    .errors()
                    .forEach(error -> violations.add(new Violation(pointer(error.field()), error.message())));
        }
        if (!violations.isEmpty()) {
            throw new Refused(Problem.invalid(violations));
        }
        return query.toString();
    }

    /** @param filter as {@link #read} gave it */
    static Search search(String filter, Instant before, Optional<Cursor> after) {
        try {
            Search search = SearchParameters.read(filter, ClientScope.everyClient());
            Instant to = search.to() == null || search.to().isAfter(before) ? before : search.to();
            return new Search(
                    search.client(),
                    search.statuses(),
                    search.gateway(),
                    search.currency(),
                    search.minAmount(),
                    search.maxAmount(),
                    search.from(),
                    to,
                    Search.MAX_LIMIT,
                    after.orElse(null));
        } catch (Refused e) {
            throw new IllegalStateException("a filter that was right once: " + filter, e);
        }
    }

    @Override
    public SearchPage page(String filter, Instant before, Optional<Cursor> after) {
        return table.find(search(filter, before, after));
    }

    private static boolean namesStates(JsonNode filter) {
        return WORDS.stream().anyMatch(filter::hasNonNull)
                || FLAGS.stream().anyMatch(flag -> filter.path(flag).asText().equalsIgnoreCase("true"));
    }

    private static Optional<String> text(JsonNode value) {
        if (value.isNull()) {
            return Optional.of("");
        }
        if (value.isArray()) {
            List<String> words = new ArrayList<>();
            value.forEach(word -> words.add(word.isTextual() ? word.textValue() : ""));
            return words.contains("") ? Optional.empty() : Optional.of(String.join(",", words));
        }
        return value.isValueNode() ? Optional.of(value.asText()) : Optional.empty();
    }

    private static String pointer(String name) {
        return "/filter/" + name.replace("~", "~0").replace("/", "~1");
    }
}
