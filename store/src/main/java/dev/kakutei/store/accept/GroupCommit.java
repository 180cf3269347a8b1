package dev.kakutei.store.accept;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.store.metrics.AcceptMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers requests that come at the same time into one transaction, and answers each of them alone, after its commit.
 *
 * <p>A transaction gathers what came while the ones before it were under way. When that was more than one request it
 * also lingers for a moment, so that more of them are batched; a request that comes alone is stored at once.
 */
public final class GroupCommit implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);
    private static final Acceptance STOPPING = new Acceptance.Unavailable("this instance is stopping");
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration STUCK = Duration.ofSeconds(10);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

    private record Pending(NewRequest request, CompletableFuture<Acceptance> answer, long since) {}

    private final BatchConfig config;
    private final Function<List<NewRequest>, List<Acceptance>> store;
    private final BooleanSupplier walFull;
    private final AcceptMetrics metrics;
    private final BlockingQueue<Pending> queue;
    private final List<Thread> writers = new ArrayList<>();
    private volatile boolean closed;

    /**
     * @param store answers for each request, in order, after the commit
     * @param walFull whether too much WAL waits for the relay, so that nothing may be stored for now
     */
    public GroupCommit(
            BatchConfig config,
            Function<List<NewRequest>, List<Acceptance>> store,
            BooleanSupplier walFull,
            AcceptMetrics metrics) {
        this.config = config;
        this.store = store;
        this.walFull = walFull;
        this.metrics = metrics;
        this.queue = new ArrayBlockingQueue<>(config.queue());
    }

    public void start() {
        metrics.queueDepth(queue::size);
        metrics.shedFrom(Stream.of(Acceptance.Shed.Cause.values())
                .map(cause -> cause.name().toLowerCase(Locale.ROOT)));
        for (int i = 1; i <= config.writers(); i++) {
            Thread writer = DaemonThreads.create("ingest-writer-" + i, this::write);
            writers.add(writer);
            writer.start();
        }
    }

    /** Never blocks and never fails: an obstacle is an outcome like the others. */
    public CompletableFuture<Acceptance> submit(NewRequest request) {
        if (closed) {
            return CompletableFuture.completedFuture(STOPPING);
        }
        if (walFull.getAsBoolean()) {
            return CompletableFuture.completedFuture(shed(Acceptance.Shed.Cause.WAL));
        }
        Pending pending = new Pending(request, new CompletableFuture<>(), System.nanoTime());
        if (!queue.offer(pending)) {
            return CompletableFuture.completedFuture(shed(Acceptance.Shed.Cause.QUEUE));
        }
        // Between the question above and the offer the writers may have gone.
        if (closed && queue.remove(pending)) {
            pending.answer().complete(STOPPING);
        }
        return pending.answer();
    }

    /**
     * Stores all of them in one transaction, in the caller's own thread, and answers in their order. The queue is not
     * used: whoever comes with many at once never fills it up for those who come alone, and costs them one transaction
     * beside theirs.
     */
    public List<Acceptance> together(List<NewRequest> requests) {
        if (closed) {
            return requests.stream().map(request -> STOPPING).toList();
        }
        if (walFull.getAsBoolean()) {
            return requests.stream()
                    .map(request -> shed(Acceptance.Shed.Cause.WAL))
                    .toList();
        }
        long began = System.nanoTime();
        List<Acceptance> outcomes = stored(requests);
        metrics.batch(requests.size());
        outcomes.forEach(outcome -> count(outcome, began));
        return outcomes;
    }

    public Optional<String> problem() {
        Pending oldest = queue.peek();
        if (oldest != null && System.nanoTime() - oldest.since() > STUCK.toNanos()) {
            return Optional.of("requests have been waiting to be stored for more than " + STUCK.toSeconds() + " s");
        }
        return Optional.empty();
    }

    /** What was taken is still stored and answered. */
    @Override
    public void close() {
        closed = true;
        long end = System.nanoTime() + SHUTDOWN_TIMEOUT.toNanos();
        for (Thread writer : writers) {
            try {
                writer.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        for (Pending left = queue.poll(); left != null; left = queue.poll()) {
            left.answer().complete(STOPPING);
        }
    }

    private void write() {
        List<Pending> batch = new ArrayList<>(config.requests());
        int before = 0;
        try {
            while (!closed || !queue.isEmpty()) {
                gather(batch, before > 1 ? config.linger() : Duration.ZERO);
                before = batch.size();
                if (!batch.isEmpty()) {
                    store(batch);
                    batch.clear();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void gather(List<Pending> batch, Duration linger) throws InterruptedException {
        Pending first = queue.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
        if (first == null) {
            return;
        }
        batch.add(first);
        queue.drainTo(batch, config.requests() - batch.size());
        long end = System.nanoTime() + linger.toNanos();
        while (batch.size() < config.requests()) {
            Pending next = queue.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                return;
            }
            batch.add(next);
            queue.drainTo(batch, config.requests() - batch.size());
        }
    }

    private void store(List<Pending> batch) {
        List<Acceptance> outcomes = stored(batch.stream().map(Pending::request).toList());
        metrics.batch(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            count(outcomes.get(i), batch.get(i).since());
            batch.get(i).answer().complete(outcomes.get(i));
        }
    }

    /**
     * Never throws. What fails together is tried one by one, so that a bug that one of them triggers spares the rest.
     */
    private List<Acceptance> stored(List<NewRequest> requests) {
        try {
            return store.apply(requests);
        } catch (RuntimeException e) {
            log.error("Storing a batch of {} requests failed unexpectedly; each is tried alone", requests.size(), e);
            return requests.size() == 1
                    ? List.of(new Acceptance.Broken(String.valueOf(e.getMessage())))
                    : requests.stream()
                            .flatMap(request -> stored(List.of(request)).stream())
                            .toList();
        }
    }

    private void count(Acceptance outcome, long since) {
        String trace = outcome instanceof Acceptance.Accepted accepted
                ? accepted.entry().traceparent()
                : null;
        metrics.accepted(Duration.ofNanos(System.nanoTime() - since), trace);
        if (outcome instanceof Acceptance.Accepted accepted) {
            metrics.enqueued(accepted.entry().kind().wire());
        }
    }

    private Acceptance shed(Acceptance.Shed.Cause cause) {
        metrics.shed(cause.name().toLowerCase(Locale.ROOT));
        return new Acceptance.Shed(cause);
    }
}
