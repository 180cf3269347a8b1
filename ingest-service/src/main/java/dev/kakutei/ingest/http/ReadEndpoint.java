package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.admit.Problem;
import dev.kakutei.ingest.admit.Refused;
import dev.kakutei.ingest.search.Scope;
import dev.kakutei.ingest.search.Search;
import dev.kakutei.ingest.search.SearchReader;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ledger.Entry;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/** Shows what became of requests (SPEC A7). Who asks is an argument: this class knows nobody. */
final class ReadEndpoint {
    private final LedgerReader reader;
    private final SearchReader searches;
    private final PersonalView view;
    private final InstantSource clock;

    ReadEndpoint(LedgerReader reader, SearchReader searches, PersonalView view, InstantSource clock) {
        this.reader = reader;
        this.searches = searches;
        this.view = view;
        this.clock = clock;
    }

    CompletableFuture<Reply> show(Caller caller, String client, Context context) {
        return reader.find(client, context.pathParam("key"))
                .thenApply(found ->
                        found.map(entry -> current(entry, caller)).orElseGet(() -> Reply.of(Problem.unknownRequest())));
    }

    private Reply current(Entry entry, Caller caller) {
        Instant now = clock.instant();
        return Answers.current(entry, view.of(entry, caller, now), now);
    }

    CompletableFuture<Reply> timeline(String client, Context context) {
        return reader.timeline(client, context.pathParam("key"))
                .thenApply(found -> found.map(
                                timeline -> Reply.json(200, RequestView.timeline(timeline.entry(), timeline.events())))
                        .orElseGet(() -> Reply.of(Problem.unknownRequest())));
    }

    CompletableFuture<Reply> search(Scope scope, Context context) throws Refused {
        String query = context.queryString();
        Search search = SearchParameters.read(query, scope);
        return searches.find(search).thenApply(page -> SearchView.of(page, query, scope, clock.instant()));
    }
}
