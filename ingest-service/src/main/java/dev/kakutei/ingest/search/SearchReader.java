package dev.kakutei.ingest.search;

import dev.kakutei.ingest.meters.ReadMeters;
import dev.kakutei.ingest.store.ReadThreads;
import java.util.concurrent.CompletableFuture;

/** Searches for callers, on threads of their own: many of them must not hold up who asks for one request by its key. */
public final class SearchReader implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int MOST_WAITING = 200;

    private final SearchTable table;
    private final ReadMeters meters;
    private final ReadThreads threads = new ReadThreads("ingest-search", THREADS, MOST_WAITING);

    public SearchReader(SearchTable table, ReadMeters meters) {
        this.table = table;
        this.meters = meters;
    }

    /** Fails with {@link TooCostly}, or with {@link dev.kakutei.ingest.store.StoreUnavailable}. */
    public CompletableFuture<SearchPage> find(Search search) {
        return threads.read(() -> counted(search));
    }

    private SearchPage counted(Search search) {
        try {
            SearchPage page = table.find(search);
            if (page.cut()) {
                meters.searchCut();
            }
            return page;
        } catch (TooCostly e) {
            meters.searchGivenUp();
            throw e;
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
