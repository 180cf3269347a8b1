package dev.kakutei.operator.stream;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.operator.metrics.ReadMetrics;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.store.read.LedgerTail;
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
 * All callers of this instance that follow a request. A caller costs a slot here and no thread: one thread runs the timers
 * of all of them.
 */
public final class Streams implements LedgerTail.Listener, AutoCloseable {
    private final StreamConfig config;
    private final BiFunction<RequestId, Integer, CompletableFuture<List<LedgerEvent>>> stored;
    private final ReadMetrics metrics;
    private final Set<LiveStream> taken = ConcurrentHashMap.newKeySet();
    private final Map<RequestId, Set<LiveStream>> watched = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timer;
    private volatile boolean closed;

    /** @param stored Postgres' events of a request after one of them */
    public Streams(
            StreamConfig config,
            BiFunction<RequestId, Integer, CompletableFuture<List<LedgerEvent>>> stored,
            ReadMetrics metrics) {
        this.config = config;
        this.stored = stored;
        this.metrics = metrics;
        this.timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("ingest-streams"));
        timer.setRemoveOnCancelPolicy(true);
        metrics.streams(taken::size);
        metrics.streamsEndBy(Stream.of(Pipe.End.values()).map(end -> end.name().toLowerCase(Locale.ROOT)));
    }

    /** What may wait for one caller. */
    public int bufferBytes() {
        return config.bufferBytes();
    }

    /** How often each caller gets a heartbeat. */
    public Duration heartbeat() {
        return config.heartbeat();
    }

    /** Empty when all slots are taken, or this instance is stopping. */
    public Optional<LiveStream> take() {
        LiveStream stream = new LiveStream(this, config, timer);
        synchronized (taken) {
            if (!closed && taken.size() < config.max()) {
                taken.add(stream);
                return Optional.of(stream);
            }
        }
        metrics.streamRefused();
        return Optional.empty();
    }

    /** Whether a caller follows this request. */
    @Override
    public boolean follows(RequestId id) {
        return watched.containsKey(id);
    }

    /** Whether a caller follows any request. */
    @Override
    public boolean isActive() {
        return !watched.isEmpty();
    }

    /** An event, as the topic brought it. */
    @Override
    public void onEvent(LedgerEvent event) {
        watched.getOrDefault(event.requestId(), Set.of()).forEach(stream -> stream.hear(event));
    }

    /** Ends every stream now, cleanly, so that its caller reconnects to another instance. */
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
        metrics.streamEnded(end.name().toLowerCase(Locale.ROOT));
        stream.stopTimers();
        release(stream);
    }

    void release(LiveStream stream) {
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
