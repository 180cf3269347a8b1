package dev.kakutei.operator.search;

import dev.kakutei.operator.metrics.ReadMetrics;
import dev.kakutei.store.read.ReadThreads;
import java.util.concurrent.CompletableFuture;

/** Searches for callers, on threads of their own: many of them must not delay reads of one request by its key. */
public final class SearchReader implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int MAX_WAITING = 200;

    private final SearchTable table;
    private final ReadMetrics metrics;
    private final ReadThreads threads = new ReadThreads("ingest-search", THREADS, MAX_WAITING);

    public SearchReader(SearchTable table, ReadMetrics metrics) {
        this.table = table;
        this.metrics = metrics;
    }

    /** Fails with {@link SearchTimedOut}, or with {@link dev.kakutei.boot.StoreUnavailable}. */
    public CompletableFuture<SearchPage> find(Search search) {
        return threads.read(() -> counted(search));
    }

    private SearchPage counted(Search search) {
        try {
            SearchPage page = table.find(search);
            if (page.cut()) {
                metrics.searchCut();
            }
            return page;
        } catch (SearchTimedOut e) {
            metrics.searchGivenUp();
            throw e;
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
