package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.admit.Refused;
import dev.kakutei.ingest.search.ClientScope;
import dev.kakutei.ingest.search.Search;
import dev.kakutei.ingest.search.SearchReader;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ledger.Entry;
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
        return SubmissionAnswers.current(entry, view.of(entry, caller, now), now);
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
        return searches.find(search).thenApply(page -> SearchView.of(page, query, scope, clock.instant()));
    }
}
