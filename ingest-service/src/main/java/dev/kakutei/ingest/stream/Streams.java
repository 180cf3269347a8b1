package dev.kakutei.ingest.stream;

import dev.kakutei.ingest.meters.ReadMeters;
import dev.kakutei.ingest.project.LedgerTail;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * All callers of this instance that follow a request. A caller costs a place here and no thread: one thread keeps the
 * time for all of them.
 */
public final class Streams implements LedgerTail.Listener, AutoCloseable {
    private final StreamConfig config;
    private final BiFunction<RequestId, Integer, CompletableFuture<List<LedgerEvent>>> stored;
    private final ReadMeters meters;
    private final Set<LiveStream> taken = ConcurrentHashMap.newKeySet();
    private final Map<RequestId, Set<LiveStream>> watched = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timer;
    private volatile boolean closed;

    /** @param stored Postgres' events of a request behind one of them */
    public Streams(
            StreamConfig config,
            BiFunction<RequestId, Integer, CompletableFuture<List<LedgerEvent>>> stored,
            ReadMeters meters) {
        this.config = config;
        this.stored = stored;
        this.meters = meters;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "ingest-streams");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        meters.streams(taken::size);
        meters.streamsEndBy(Stream.of(Pipe.End.values()).map(end -> end.name().toLowerCase(Locale.ROOT)));
    }

    /** What may wait for one caller. */
    public int bufferBytes() {
        return config.bufferBytes();
    }

    /** How often each caller is shown a sign of life. */
    public Duration heartbeat() {
        return config.heartbeat();
    }

    /** Empty when all places are taken, or this instance is stopping. */
    public Optional<LiveStream> take() {
        LiveStream stream = new LiveStream(this, config, timer);
        synchronized (taken) {
            if (!closed && taken.size() < config.most()) {
                taken.add(stream);
                return Optional.of(stream);
            }
        }
        meters.streamRefused();
        return Optional.empty();
    }

    /** Whether anybody wants to hear of this request. */
    @Override
    public boolean watches(RequestId id) {
        return watched.containsKey(id);
    }

    /** Whether anybody wants to hear of anything. */
    @Override
    public boolean anybody() {
        return !watched.isEmpty();
    }

    /** An event, as the topic brought it. */
    @Override
    public void hear(LedgerEvent event) {
        watched.getOrDefault(event.requestId(), Set.of()).forEach(stream -> stream.hear(event));
    }

    /** Every stream ends now, cleanly, so that its caller comes back to another instance. */
    @Override
    public void close() {
        synchronized (taken) {
            closed = true;
        }
        taken.forEach(stream -> stream.leave(Pipe.End.STOPPING));
        timer.shutdownNow();
    }

    void watch(RequestId id, LiveStream stream) {
        watched.compute(id, (same, others) -> {
            Set<LiveStream> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(stream);
            return all;
        });
    }

    CompletableFuture<List<LedgerEvent>> stored(RequestId id, int after) {
        return stored.apply(id, after);
    }

    void ended(LiveStream stream, Pipe.End end) {
        meters.streamEnded(end.name().toLowerCase(Locale.ROOT));
        stream.stopTimers();
        giveBack(stream);
    }

    void giveBack(LiveStream stream) {
        RequestId id = stream.id();
        if (id != null) {
            watched.computeIfPresent(id, (same, others) -> {
                others.remove(stream);
                return others.isEmpty() ? null : others;
            });
        }
        taken.remove(stream);
    }
}
