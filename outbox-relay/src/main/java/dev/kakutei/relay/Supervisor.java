package dev.kakutei.relay;

import dev.kakutei.boot.InvalidSettings;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.relay.capture.Inspection;
import dev.kakutei.relay.capture.SlotInspector;
import dev.kakutei.relay.capture.WalCapture;
import dev.kakutei.relay.publish.AcceptedPublisher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that looks after the capture: look at the slot, capture until something ends it, look again. Whatever
 * is away is waited for; only what could hide a gap is refused. Each case returns how long to pause before the next
 * look.
 */
final class Supervisor implements Runnable, Inspection.Cases<Duration> {
    private static final Logger log = LoggerFactory.getLogger(Supervisor.class);
    private static final Duration STARTING_LOOK = Duration.ofMillis(25);

    private final RelayConfig config;
    private final Lifecycle lifecycle;
    private final Delivery delivery;
    private final RelayMetrics metrics;
    private final SlotInspector inspector;
    private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));
    private final CompletableFuture<Void> underWay = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private boolean topicsMade;
    private long missingSince;

    Supervisor(RelayConfig config, Lifecycle lifecycle, Delivery delivery, RelayMetrics metrics) {
        this.config = config;
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
        try (inspector) {
            while (goesOn()) {
                Duration pause = inspector.inspect().match(this);
                if (goesOn()) {
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
        missingSince = 0;
        if (!makeTopics() || !lifecycle.move(RelayState.STARTING, "the slot is free")) {
            return backoff.next();
        }
        long before = delivery.batches();
        try {
            capture();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Duration.ZERO;
        }
        if (delivery.batches() > before) {
            backoff.reset();
        }
        return backoff.next();
    }

    @Override
    public Duration inUse(Inspection.InUse finding) {
        missingSince = 0;
        backoff.reset();
        lifecycle.move(
                RelayState.STANDBY,
                "slot " + config.capture().slot() + " is in use by " + finding.by() + "; standing by");
        underWay.complete(null);
        return config.standbyInterval();
    }

    @Override
    public Duration notYet(Inspection.NotYet finding) {
        missingSince = 0;
        lifecycle.move(RelayState.WAITING, finding.reason());
        underWay.complete(null);
        return backoff.next();
    }

    @Override
    public Duration missing(Inspection.Missing finding) {
        long now = System.nanoTime();
        if (missingSince == 0) {
            missingSince = now;
        }
        if (now - missingSince >= config.missingGrace().toNanos()) {
            refuse(finding.refusal());
        } else {
            lifecycle.move(RelayState.WAITING, finding.refusal().getMessage());
        }
        return STARTING_LOOK.multipliedBy(4);
    }

    @Override
    public Duration unusable(Inspection.Unusable finding) {
        refuse(finding.refusal());
        return Duration.ZERO;
    }

    /** One session: a producer and a capture that live and end together. */
    private void capture() throws InterruptedException {
        try (AcceptedPublisher publisher = AcceptedPublisher.open(config.kafka());
                WalCapture capture = new WalCapture(config.capture(), batch -> delivery.deliver(batch, publisher))) {
            capture.start();
            while (!capture.awaitEnd(
                    lifecycle.state() == RelayState.STARTING ? STARTING_LOOK : config.probeInterval())) {
                look();
            }
            ended("without an error");
        } catch (ExecutionException e) {
            ended(rootCause(e));
        } catch (RuntimeException e) {
            ended(rootCause(e));
        }
    }

    private void look() {
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
        log.warn("the capture ended: {}; it will go on from the slot", why);
        lifecycle.move(RelayState.WAITING, "the capture ended: " + why);
    }

    /** Kafka may be away: then there is nothing to do but wait. Another partition count than ours is for a person. */
    private boolean makeTopics() {
        if (topicsMade) {
            return true;
        }
        try {
            TopicSetup.ensure(config.kafka(), List.of(config.kafka().topics().accepted()));
            topicsMade = true;
        } catch (InvalidSettings e) {
            refuse(e);
        } catch (IllegalStateException | KafkaException e) {
            lifecycle.move(RelayState.WAITING, e.getMessage());
            underWay.complete(null);
        }
        return topicsMade;
    }

    private void refuse(RuntimeException refusal) {
        if (lifecycle.move(RelayState.REFUSED, refusal.getMessage())) {
            log.error("REFUSED, nothing is carried until a person acts: {}", refusal.getMessage(), refusal);
        }
        ended.completeExceptionally(refusal);
        underWay.completeExceptionally(refusal);
    }

    private boolean goesOn() {
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
