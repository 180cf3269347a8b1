package dev.kakutei.ingest.store;

import dev.kakutei.ingest.meters.IngestMeters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers requests that come at the same time into one transaction, and answers each of them alone, after its commit.
 *
 * <p>A transaction gathers what came while the ones before it were under way. When that was more than one request it also
 * lingers for a moment, because there is company to wait for; a request that comes alone is stored at once.
 */
public final class GroupCommit implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);
    private static final Acceptance STOPPING = new Acceptance.Unavailable("this instance is stopping");
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration STUCK = Duration.ofSeconds(10);
    private static final Duration PARTING = Duration.ofSeconds(10);

    private record Pending(NewRequest request, CompletableFuture<Acceptance> answer, long since) {}

    private final BatchConfig config;
    private final Function<List<NewRequest>, List<Acceptance>> store;
    private final IngestMeters meters;
    private final BlockingQueue<Pending> queue;
    private final List<Thread> writers = new ArrayList<>();
    private volatile boolean closed;

    /** @param store answers for each request, in order, after the commit */
    public GroupCommit(BatchConfig config, Function<List<NewRequest>, List<Acceptance>> store, IngestMeters meters) {
        this.config = config;
        this.store = store;
        this.meters = meters;
        this.queue = new ArrayBlockingQueue<>(config.queue());
    }

    public void start() {
        meters.queueDepth(queue::size);
        for (int i = 1; i <= config.writers(); i++) {
            Thread writer = new Thread(this::write, "ingest-writer-" + i);
            writer.setDaemon(true);
            writers.add(writer);
            writer.start();
        }
    }

    /** Never blocks and never fails: what stands in the way is an ending like the others. */
    public CompletableFuture<Acceptance> submit(NewRequest request) {
        if (closed) {
            return CompletableFuture.completedFuture(STOPPING);
        }
        Pending pending = new Pending(request, new CompletableFuture<>(), System.nanoTime());
        if (!queue.offer(pending)) {
            meters.shed();
            return CompletableFuture.completedFuture(new Acceptance.Shed());
        }
        // Between the question above and the offer the writers may have gone.
        if (closed && queue.remove(pending)) {
            pending.answer().complete(STOPPING);
        }
        return pending.answer();
    }

    public Optional<String> trouble() {
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
        long end = System.nanoTime() + PARTING.toNanos();
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
        List<Acceptance> endings;
        try {
            endings = store.apply(batch.stream().map(Pending::request).toList());
        } catch (RuntimeException e) {
            log.error("a batch of {} requests failed in a way that nobody thought of", batch.size(), e);
            endings = batch.stream()
                    .<Acceptance>map(pending -> new Acceptance.Unavailable("internal"))
                    .toList();
        }
        meters.batch(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            Pending pending = batch.get(i);
            Acceptance ending = endings.get(i);
            meters.accepted(Duration.ofNanos(System.nanoTime() - pending.since()));
            if (ending instanceof Acceptance.Accepted accepted) {
                meters.enqueued(accepted.entry().kind().wire());
            }
            pending.answer().complete(ending);
        }
    }
}
