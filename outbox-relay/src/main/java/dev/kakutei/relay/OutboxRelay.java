package dev.kakutei.relay;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.HealthPublisher;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.thread.DaemonThreads;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries accepted requests from the outbox to Kafka (SPEC B). Any number of instances may run: one captures, the others
 * stand by.
 *
 * <p>What it promises ends where the slot ends: a slot that is dropped and created again has a gap that cannot be seen
 * from here.
 */
public final class OutboxRelay implements Service {
    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);
    private static final Duration START_TIME = Duration.ofSeconds(90);
    private static final Duration STOP_TIME = Duration.ofSeconds(10);

    private final Lifecycle lifecycle = new Lifecycle();
    private final Delivery delivery;
    private final Supervisor supervisor;
    private final Thread thread;
    private final HealthPublisher healthPublisher;

    public OutboxRelay(RelayConfig config, MeterRegistry registry) {
        this(config, registry, InstantSource.system());
    }

    OutboxRelay(RelayConfig config, MeterRegistry registry, InstantSource clock) {
        CanaryWatch watch = new CanaryWatch(config.canaryTimeout());
        RelayMetrics metrics = new RelayMetrics(registry, lifecycle, watch);
        this.delivery = new Delivery(metrics, watch, clock);
        this.supervisor = new Supervisor(config, lifecycle, delivery, metrics, clock);
        this.thread = DaemonThreads.create("relay-supervisor", supervisor);
        this.healthPublisher = new HealthPublisher(config.kafka(), this, config.name());
    }

    @Override
    public String name() {
        return "outbox-relay";
    }

    /**
     * Returns when it captures, stands by, or waits for a database or a Kafka that is not there yet; throws when it
     * refuses.
     */
    @Override
    public void start() {
        thread.start();
        healthPublisher.start();
        try {
            supervisor.underWay().get(START_TIME.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw refusal(e);
        } catch (TimeoutException e) {
            log.warn(
                    "Relay is still {} after {}: {}",
                    state(),
                    START_TIME,
                    lifecycle.now().reason());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the relay started", e);
        }
    }

    @Override
    public List<HealthCheck> checks() {
        return List.of(new HealthCheck(name(), this::problem));
    }

    public RelayState state() {
        return lifecycle.state();
    }

    /** Done when it was closed; fails when it refused to go on, which it does not recover from by itself. */
    @Override
    public CompletableFuture<Void> ended() {
        return supervisor.ended().copy();
    }

    /** A batch under way is given up and comes again with the next start. */
    @Override
    public void close() {
        lifecycle.move(RelayState.STOPPED, "closed");
        thread.interrupt();
        try {
            thread.join(STOP_TIME.toMillis());
            if (thread.isAlive()) {
                log.warn("Relay has not stopped within {}", STOP_TIME);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        healthPublisher.close();
    }

    private Optional<String> problem() {
        Lifecycle.Snapshot now = lifecycle.now();
        return switch (now.state()) {
            case CAPTURING -> delivery.problem();
            // Ready to take over is what it is there for.
            case STANDBY -> delivery.problemOfActiveRelay().map(problem -> now.reason() + ", but " + problem);
            default -> Optional.of(now.state() + ": " + now.reason());
        };
    }

    private static RuntimeException refusal(ExecutionException e) {
        return e.getCause() instanceof RuntimeException refusal ? refusal : new IllegalStateException(e.getCause());
    }
}
