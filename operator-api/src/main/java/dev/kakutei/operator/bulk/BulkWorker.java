package dev.kakutei.operator.bulk;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.bulk.BulkItem.Ended;
import dev.kakutei.operator.bulk.BulkItem.Fate;
import dev.kakutei.operator.metrics.ActionMetrics;
import dev.kakutei.operator.search.Cursor;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on jobs, a step at a time, whichever is due. Each instance has one; a job is with one of them at a time. A step is
 * a page of the choice, or some actions together; after each it is written how far the job has come.
 */
public final class BulkWorker implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BulkWorker.class);
    private static final Duration IDLE_PAUSE = Duration.ofMillis(300);
    private static final Duration RETRY_PAUSE = Duration.ofSeconds(5);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration RETENTION = Duration.ofDays(30);
    private static final Duration CLEANUP_INTERVAL = Duration.ofMinutes(10);
    private static final int MAX_TOGETHER = 250;
    /** So many steps a second keep the rate even. */
    private static final int STEPS = 4;

    private final BulkConfig config;
    private final BulkTable table;
    private final BulkWork work;
    private final Chooser chooser;
    private final BulkStep step;
    private final ActionMetrics meters;
    private final InstantSource clock;
    private final CountDownLatch closed = new CountDownLatch(1);
    private long cleanedAt = System.nanoTime();
    private Thread thread;

    /** @param worker this instance, since its start */
    public BulkWorker(
            BulkConfig config,
            BulkTable table,
            String worker,
            Chooser chooser,
            BulkStep step,
            ActionMetrics meters,
            InstantSource clock) {
        this.config = config;
        this.table = table;
        this.work = new BulkWork(table, worker, config.lease());
        this.chooser = chooser;
        this.step = step;
        this.meters = meters;
        this.clock = clock;
    }

    public void start() {
        thread = DaemonThreads.start("ingest-bulk", this::run);
    }

    /** Ends after the step that is under way; another instance goes on. */
    @Override
    public void close() {
        closed.countDown();
        DaemonThreads.join(thread, SHUTDOWN_TIMEOUT);
    }

    private void run() {
        while (closed.getCount() > 0) {
            try {
                Optional<BulkJob> job = work.take();
                if (job.isPresent()) {
                    tried(job.get());
                } else {
                    cleanUp();
                    rest(IDLE_PAUSE);
                }
            } catch (RuntimeException e) {
                // Postgres is away.
                log.warn("Work on bulk actions failed: {}; retrying in {}", e.toString(), RETRY_PAUSE);
                rest(RETRY_PAUSE);
            }
        }
        try {
            work.letGo();
        } catch (RuntimeException e) {
            log.debug("Bulk jobs were not released: {}; their leases expire", e.getMessage());
        }
    }

    /** A job with which something is wrong stays where it is, and behind the others: they get their turn. */
    private void tried(BulkJob job) {
        try {
            advance(job);
        } catch (RuntimeException e) {
            log.warn("Bulk job {} failed: {}; retrying in {}", job.id(), e.toString(), RETRY_PAUSE);
            work.putOff(job, RETRY_PAUSE);
        }
    }

    private void advance(BulkJob job) {
        if (!job.selected()) {
            Optional<Cursor> after = job.selectionCursor().flatMap(Cursor::parse);
            work.chosen(job, chooser.page(job.filter(), job.createdAt(), after), config.max());
            return;
        }
        List<BulkItem> items = work.next(job, Math.min(MAX_TOGETHER, Math.max(1, job.ratePerSecond() / STEPS)));
        if (items.isEmpty()) {
            work.over(job);
            return;
        }
        long began = System.nanoTime();
        List<Ended> ended = carriedOut(job, items);
        boolean stuck = ended.stream().allMatch(one -> one.fate() == Fate.WAITING);
        Duration pace = Duration.ofNanos(items.size() * TimeUnit.SECONDS.toNanos(1) / job.ratePerSecond());
        Duration left = pace.minusNanos(System.nanoTime() - began);
        work.ended(job, ended, stuck ? RETRY_PAUSE : left.isNegative() ? Duration.ZERO : left);
        ended.forEach(one -> meters.bulk(one.fate().word()));
    }

    private List<Ended> carriedOut(BulkJob job, List<BulkItem> items) {
        Map<RequestId, Entry> entries =
                table.entries(items.stream().map(BulkItem::request).toList());
        List<CompletableFuture<Ended>> given = items.stream()
                .map(item -> step.of(job, item, entries.get(item.request()), clock.instant()))
                .toList();
        return given.stream().map(CompletableFuture::join).toList();
    }

    private void cleanUp() {
        if (System.nanoTime() - cleanedAt > CLEANUP_INTERVAL.toNanos()) {
            cleanedAt = System.nanoTime();
            while (closed.getCount() > 0 && work.removeOne(RETENTION)) {
                rest(IDLE_PAUSE);
            }
        }
    }

    private void rest(Duration pause) {
        try {
            closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            closed.countDown();
        }
    }
}
