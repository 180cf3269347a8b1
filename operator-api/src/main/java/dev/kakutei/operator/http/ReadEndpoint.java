package dev.kakutei.operator.http;

import dev.kakutei.access.Caller;
import dev.kakutei.http.HttpReply;
import dev.kakutei.http.Problem;
import dev.kakutei.http.Refused;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.search.ClientScope;
import dev.kakutei.operator.search.Search;
import dev.kakutei.operator.search.SearchReader;
import dev.kakutei.store.read.LedgerReader;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/** Shows requests, their timelines and searches (SPEC A7). The caller is an argument: this class does not authenticate. */
record ReadEndpoint(LedgerReader reader, SearchReader searches, PersonalView view, InstantSource clock) {
    CompletableFuture<HttpReply> show(Caller caller, String client, Context context) {
        return reader.find(client, context.pathParam("key"))
                .thenApply(found -> found.map(entry -> current(entry, caller))
                        .orElseGet(() -> HttpReply.of(Problem.unknownRequest())));
    }

    private HttpReply current(Entry entry, Caller caller) {
        Instant now = clock.instant();
        return RequestReply.current(entry, view.of(entry, caller, now), now);
    }

    CompletableFuture<HttpReply> timeline(String client, Context context) {
        return reader.timeline(client, context.pathParam("key"))
                .thenApply(found -> found.map(timeline ->
                                HttpReply.json(200, RequestView.timeline(timeline.entry(), timeline.events())))
                        .orElseGet(() -> HttpReply.of(Problem.unknownRequest())));
    }

    CompletableFuture<HttpReply> search(ClientScope scope, Context context) throws Refused {
        String query = context.queryString();
        Search search = SearchParameters.read(query, scope);
        return SearchProblems.of(searches.find(search))
                .thenApply(page -> SearchView.of(page, query, scope, clock.instant()));
    }
}
