package dev.kakutei.relay;

import dev.kakutei.boot.InvalidSettings;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.thread.GrowingPause;
import dev.kakutei.relay.capture.CanaryTable;
import dev.kakutei.relay.capture.CaptureRefused;
import dev.kakutei.relay.capture.Inspection;
import dev.kakutei.relay.capture.SlotFailover;
import dev.kakutei.relay.capture.SlotInspector;
import dev.kakutei.relay.capture.WalCapture;
import dev.kakutei.relay.publish.AcceptedPublisher;
import dev.kakutei.relay.reconcile.Reconciler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that runs the capture: inspect the slot, capture until something ends it, inspect again. What is
 * unavailable is waited for; only what could hide a gap is refused. Each case returns how long to pause before the next
 * inspection.
 */
final class Supervisor implements Runnable, Inspection.Cases<Duration> {
    private static final Logger log = LoggerFactory.getLogger(Supervisor.class);
    private static final Duration STARTING_INTERVAL = Duration.ofMillis(25);

    private final RelayConfig config;
    private final Lifecycle lifecycle;
    private final Delivery delivery;
    private final RelayMetrics metrics;
    private final SlotInspector inspector;
    private final GrowingPause backoff = new GrowingPause(Duration.ofMillis(100), Duration.ofSeconds(5));
    private final CompletableFuture<Void> underWay = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final CanaryTable canaries;
    private final Reconciler reconciler;
    private final InstantSource clock;
    private final RefusalGrace refusalGrace;
    private boolean topicsMade;

    Supervisor(RelayConfig config, Lifecycle lifecycle, Delivery delivery, RelayMetrics metrics, InstantSource clock) {
        this.clock = clock;
        this.canaries = new CanaryTable(config.capture(), config.name());
        this.reconciler =
                new Reconciler(config.reconcile(), config.capture().postgres(), new MonotonicClock(clock.instant()));
        this.config = config;
        this.refusalGrace = new RefusalGrace(config.missingGrace());
        this.lifecycle = lifecycle;
        this.delivery = delivery;
        this.metrics = metrics;
        this.inspector = new SlotInspector(config.capture());
    }

    /** Done when the relay does, or waits for, its work; fails with the refusal. */
    CompletableFuture<Void> underWay() {
        return underWay;
    }

    /** Done when the relay was stopped; fails with the refusal. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    @Override
    public void run() {
        try (inspector;
                canaries) {
            while (continues()) {
                Duration pause = inspector.inspect().match(this);
                if (continues()) {
                    TimeUnit.MILLISECONDS.sleep(pause.toMillis());
                }
            }
        } catch (InterruptedException stopping) {
            // Only close() interrupts this thread.
        } catch (RuntimeException bug) {
            refuse(bug);
        } finally {
            underWay.complete(null);
            ended.complete(null);
        }
    }

    @Override
    public Duration ready(Inspection.Ready finding) {
        refusalGrace.reset();
        if (!makeTopics()) {
            return backoff.next();
        }
        if (!inspector.takeTurn()) {
            return inUse(new Inspection.InUse("another relay that was quicker"));
        }
        if (!lifecycle.move(RelayState.STARTING, "the slot is free")) {
            return backoff.next();
        }
        if (config.slotFailover() == SlotFailover.Mode.ON) {
            new SlotFailover(config.capture()).mark();
        }
        long before = delivery.batches();
        try {
            capture();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Duration.ZERO;
        } finally {
            inspector.endTurn();
        }
        if (delivery.batches() > before) {
            backoff.reset();
        }
        return backoff.next();
    }

    @Override
    public Duration inUse(Inspection.InUse finding) {
        refusalGrace.reset();
        backoff.reset();
        lifecycle.move(
                RelayState.STANDBY,
                "slot " + config.capture().slot() + " is in use by " + finding.by() + "; standing by");
        delivery.watchedFrom(inspector.sinceLastCanary());
        underWay.complete(null);
        return config.standbyInterval();
    }

    @Override
    public Duration notYet(Inspection.NotYet finding) {
        refusalGrace.reset();
        lifecycle.move(
                switch (finding.lack()) {
                    case POSTGRES -> RelayState.AWAITING_POSTGRES;
                    case MIGRATION -> RelayState.AWAITING_MIGRATION;
                },
                finding.reason());
        underWay.complete(null);
        return backoff.next();
    }

    @Override
    public Duration missing(Inspection.Missing finding) {
        return waitOrRefuse(finding.refusal());
    }

    @Override
    public Duration unusable(Inspection.Unusable finding) {
        return waitOrRefuse(finding.refusal());
    }

    /** The advice is for an operator, and comes with the refusal only: what may still pass needs no repair. */
    private Duration waitOrRefuse(CaptureRefused refusal) {
        if (refusalGrace.isOver(refusal.getMessage(), System.nanoTime())) {
            refuse(refusal);
            return Duration.ZERO;
        }
        lifecycle.move(
                RelayState.AWAITING_MIGRATION,
                refusal.wrong() + "; waiting up to " + config.missingGrace().toSeconds()
                        + " s (relay.missing-grace) for a migration that may be under way");
        return STARTING_INTERVAL.multipliedBy(4);
    }

    /** One session: a producer and a capture that start and end together. */
    private void capture() throws InterruptedException {
        try (AcceptedPublisher publisher = AcceptedPublisher.open(config.kafka(), config.requestTimeout());
                WalCapture capture = new WalCapture(config.capture(), batch -> delivery.deliver(batch, publisher));
                Reconciliation reconciliation = reconciliation(publisher)) {
            delivery.began();
            capture.start();
            reconciliation.start();
            while (!capture.awaitEnd(
                    lifecycle.state() == RelayState.STARTING ? STARTING_INTERVAL : config.canaryInterval())) {
                if (!inspector.takeTurn()) {
                    // We were suspended, or the database was: the relay that has the turn now has the slot too.
                    throw new IllegalStateException("another relay has the turn to capture");
                }
                updateStatus();
                if (lifecycle.state() == RelayState.CAPTURING) {
                    canaries.send(clock.instant());
                }
            }
            ended("without an error");
        } catch (ExecutionException e) {
            ended(rootCause(e));
        } catch (RuntimeException e) {
            ended(rootCause(e));
        }
    }

    private Reconciliation reconciliation(AcceptedPublisher publisher) {
        return new Reconciliation(
                reconciler, config.reconcile().interval(), rows -> publisher.publish(delivery.route(rows)), metrics);
    }

    private void updateStatus() {
        inspector.status().ifPresent(status -> {
            metrics.slot(status);
            if (status.active() && lifecycle.state() == RelayState.STARTING) {
                lifecycle.move(
                        RelayState.CAPTURING, "through slot " + config.capture().slot());
                underWay.complete(null);
            }
        });
    }

    private void ended(String why) {
        metrics.restarted();
        log.warn("Capture ended: {}; it will continue from the slot", why);
        lifecycle.move(RelayState.RECOVERING, "the capture ended: " + why);
    }

    /** Kafka may be away: then there is nothing to do but wait. Another partition count than ours needs an operator. */
    private boolean makeTopics() {
        if (topicsMade) {
            return true;
        }
        try {
            TopicSetup.ensure(
                    config.kafka(),
                    List.of(
                            config.kafka().topics().accepted(),
                            config.kafka().topics().canaries()),
                    config.requestTimeout());
            topicsMade = true;
        } catch (InvalidSettings e) {
            refuse(e);
        } catch (IllegalStateException | KafkaException e) {
            lifecycle.move(RelayState.AWAITING_KAFKA, e.getMessage());
            underWay.complete(null);
        }
        return topicsMade;
    }

    private void refuse(RuntimeException refusal) {
        if (lifecycle.move(RelayState.REFUSED, refusal.getMessage())) {
            log.error("REFUSED, nothing is captured until an operator acts: {}", refusal.getMessage(), refusal);
        }
        ended.completeExceptionally(refusal);
        underWay.completeExceptionally(refusal);
    }

    private boolean continues() {
        RelayState state = lifecycle.state();
        return state != RelayState.STOPPED
                && state != RelayState.REFUSED
                && !Thread.currentThread().isInterrupted();
    }

    private static String rootCause(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }
}
