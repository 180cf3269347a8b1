package dev.kakutei.relay;

import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.relay.publish.PublishFailed;
import dev.kakutei.relay.reconcile.ReconcileFailed;
import dev.kakutei.relay.reconcile.Reconciler;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the reconciler at an interval, on a thread of its own, as long as this relay is the one that captures. */
final class Reconciliation implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Reconciliation.class);
    private static final Duration STOP_TIME = Duration.ofSeconds(2);

    private final Reconciler reconciler;
    private final Duration interval;
    private final Reconciler.Announcer announcer;
    private final RelayMetrics metrics;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread = DaemonThreads.create("relay-reconciler", this::run);

    Reconciliation(Reconciler reconciler, Duration interval, Reconciler.Announcer announcer, RelayMetrics metrics) {
        this.reconciler = reconciler;
        this.interval = interval;
        this.announcer = announcer;
        this.metrics = metrics;
    }

    Reconciliation start() {
        thread.start();
        return this;
    }

    /** An announcement under way is given up: it is found again by the next relay that captures. */
    @Override
    public void close() {
        stopped.countDown();
        thread.interrupt();
        DaemonThreads.join(thread, STOP_TIME);
    }

    private void run() {
        try {
            while (!stopped.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                reconcile();
            }
        } catch (InterruptedException stopping) {
            // Only close() interrupts this thread.
        } finally {
            reconciler.close();
        }
    }

    /** A failure is counted, and the next run tries again. */
    private void reconcile() throws InterruptedException {
        try {
            Reconciler.Result result = reconciler.reconcile(announcer);
            metrics.announcedAgain(result.announced());
            metrics.suspects(result.suspects());
        } catch (ReconcileFailed | PublishFailed e) {
            metrics.reconcileFailed();
            log.warn("Reconciliation failed: {}; retrying at the next interval", e.getMessage());
        }
    }
}
