package dev.kakutei.store.read;

import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.accept.LedgerTable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads for callers, on a few threads of its own: a slow Postgres parks these and not those that serve HTTP. */
public final class LedgerReader implements AutoCloseable {
    private static final int MAX_WAITING = 2_000;

    /** A request with its events, oldest first. */
    public record Timeline(Entry entry, List<LedgerEvent> events) {
        public Timeline {
            events = List.copyOf(events);
        }
    }

    private final LedgerTable table;
    private final ReadThreads threads;

    public LedgerReader(LedgerTable table, int threads) {
        this.table = table;
        this.threads = new ReadThreads("ingest-reader", threads, MAX_WAITING);
    }

    /** Fails with {@link StoreUnavailable}. */
    public CompletableFuture<Optional<Entry>> find(String client, String idempotencyKey) {
        return threads.read(() -> table.find(client, idempotencyKey));
    }

    /** Fails with {@link StoreUnavailable}. */
    public CompletableFuture<Optional<Timeline>> timeline(String client, String idempotencyKey) {
        return threads.read(() ->
                table.find(client, idempotencyKey).map(entry -> new Timeline(entry, table.events(entry.id()))));
    }

    /** The events behind one that is known, oldest first. Fails with {@link StoreUnavailable}. */
    public CompletableFuture<List<LedgerEvent>> eventsAfter(RequestId id, int eventId) {
        return threads.read(() -> table.eventsAfter(id, eventId));
    }

    @Override
    public void close() {
        threads.close();
    }
}
