package dev.kakutei.relay;

import dev.kakutei.relay.publish.PublishFailed;
import dev.kakutei.relay.reconcile.LookFailed;
import dev.kakutei.relay.reconcile.Reconciler;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has the reconciler look now and then, on a thread of its own, as long as this relay is the one that captures. */
final class Reconciliation implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Reconciliation.class);
    private static final Duration STOP_TIME = Duration.ofSeconds(2);

    private final Reconciler reconciler;
    private final Duration interval;
    private final Reconciler.Announcer announcer;
    private final RelayMetrics metrics;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "relay-reconciler");

    Reconciliation(Reconciler reconciler, Duration interval, Reconciler.Announcer announcer, RelayMetrics metrics) {
        this.reconciler = reconciler;
        this.interval = interval;
        this.announcer = announcer;
        this.metrics = metrics;
        thread.setDaemon(true);
    }

    Reconciliation start() {
        thread.start();
        return this;
    }

    /** An announcement under way is given up: it is found again by whoever captures next. */
    @Override
    public void close() {
        stopped.countDown();
        thread.interrupt();
        try {
            thread.join(STOP_TIME.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!stopped.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException stopping) {
            // Only close() interrupts this thread.
        } finally {
            reconciler.close();
        }
    }

    /** Whatever prevents it is tried again at the next look; that it was prevented is counted. */
    private void look() throws InterruptedException {
        try {
            Reconciler.Look look = reconciler.look(announcer);
            metrics.announcedAgain(look.announced());
            metrics.suspects(look.suspects());
        } catch (LookFailed | PublishFailed e) {
            metrics.reconcileFailed();
            log.warn("could not look for requests without progress: {}", e.getMessage());
        }
    }
}
