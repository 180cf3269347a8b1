package dev.kakutei.verifier;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.HealthPublisher;
import dev.kakutei.boot.InstanceName;
import dev.kakutei.boot.LiveGateways;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.clearance.ClearanceClient;
import dev.kakutei.boot.position.InitialPositions;
import dev.kakutei.ledger.GatewayWatch;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.RestoredState;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.verifier.ledger.CommitPaces;
import dev.kakutei.verifier.ledger.LedgerMetrics;
import dev.kakutei.verifier.ledger.LedgerProcessors;
import dev.kakutei.verifier.ledger.TimerSettings;
import dev.kakutei.verifier.topology.LedgerTopology;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The wiring diagram of verifier-stream. */
public final class VerifierStream implements Service {
    private static final Logger log = LoggerFactory.getLogger(VerifierStream.class);
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration UNANSWERED = Duration.ofSeconds(10);
    private static final Duration START_POLL = Duration.ofMillis(50);
    private static final Duration TICK_LIMIT = Duration.ofSeconds(10);

    private final VerifierConfig config;
    private final LedgerMetrics metrics;
    private final AtomicReference<Ledger> ledger;
    private final GatewayWatch watch;
    private final LiveGateways gateways;
    private final HealthPublisher healthPublisher;
    private final InstantSource clock;
    private final FailureLimit failureLimit;
    private final KafkaConnectionCheck kafkaConnection = new KafkaConnectionCheck();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final CountDownLatch running = new CountDownLatch(1);
    private final ClearanceClient clearance;
    private final ClearedTopology topology;
    private final AtomicReference<String> lastFailure = new AtomicReference<>();

    public VerifierStream(VerifierConfig config, MeterRegistry registry) {
        this(config, registry, InstantSource.system(), FailureLimit.of(config.threads()));
    }

    VerifierStream(VerifierConfig config, MeterRegistry registry, InstantSource clock, FailureLimit failureLimit) {
        this.config = config;
        this.metrics = new LedgerMetrics(registry);
        metrics.gateways(config.gateways().gateways().byName().keySet());
        this.clock = clock;
        this.failureLimit = failureLimit;
        String instance = InstanceName.any("verifier");
        this.healthPublisher = new HealthPublisher(config.kafka(), this, instance);
        this.clearance = new ClearanceClient(config.kafka(), name(), instance);
        this.topology = new ClearedTopology(clearance, this::topology);
        this.ledger = new AtomicReference<>(Ledger.of(config.gateways().gateways()));
        this.watch = new GatewayWatch(config.gateways().gateways());
        this.gateways = new LiveGateways(config.gateways(), name(), registry, new LiveGateways.Subscriber() {
            @Override
            public void apply(Gateways next) {
                ledger.set(Ledger.of(next));
                watch.take(next);
            }
        });
    }

    @Override
    public String name() {
        return "verifier-stream";
    }

    @Override
    public void start() {
        Topics topics = config.kafka().topics();
        Set<String> names = config.gateways().gateways().byName().keySet();
        TopicSetup.ensure(config.kafka(), topics.all(names));
        clearance.start();
        topology.start();
        awaitRunning(UNANSWERED);
        gateways.start();
        healthPublisher.start();
    }

    /** Returns when it decides, or is halted; for a process that starts ingest-service beside it. */
    public void awaitDeciding() {
        awaitRunning(START_LIMIT);
    }

    /** @param recovery whose state it works on */
    private KafkaStreams topology(int recovery) {
        Topics topics = config.kafka().topics();
        // Before the first command: a sender that finds commands and no position takes them for posted. A gateway that
        // is added later needs a restart, and so passes here as well.
        InitialPositions.ensure(
                config.kafka(), config.gateways().gateways().byName().keySet(), recovery);
        StateCheck check = new StateCheck(config.kafka(), recovery);
        CommitPaces paces = new CommitPaces(System::nanoTime);
        LedgerProcessors processors = new LedgerProcessors(
                (before, observation, now) -> watch.decide(ledger.get(), before, observation, now),
                topics,
                new TimerSettings(config.tickInterval(), config.tickLimit(), config.retention()),
                metrics,
                paces,
                System::nanoTime,
                restored -> restored(check, restored));
        LocalState state = new LocalState(config, recovery);
        state.removeForeign();
        KafkaStreams started = new KafkaStreams(
                LedgerTopology.of(topics, processors), config.streams(recovery), new CommitWatchedClients(paces));
        started.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
                CompletableFuture.runAsync(state::remember);
                running.countDown();
            }
        });
        started.setUncaughtExceptionHandler(this::failed);
        return started;
    }

    /** Before anything is processed in a partition: its state must be as old as what was decided there. */
    private void restored(StateCheck check, RestoredState restored) {
        topology.stateRead();
        if (topology.loss().isEmpty()) {
            check.loss(restored).ifPresent(reason -> {
                log.error("Nothing is decided before a recovery: {}", reason);
                topology.stateLost(reason);
            });
        }
    }

    /**
     * A thread that met a bug or lost its broker is replaced; its transaction was never committed, so nothing is lost.
     * When that repeats too often, the service ends with an error: the record is still there when the bug is fixed.
     */
    private StreamThreadExceptionResponse failed(Throwable failure) {
        lastFailure.set(failure.toString());
        if (failureLimit.allows(clock.instant())) {
            log.error("A stream thread failed and is replaced", failure);
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        log.error("Stream threads fail again and again; the verifier stops", failure);
        ended.completeExceptionally(
                new IllegalStateException("the verifier fails again and again, last with " + failure, failure));
        running.countDown();
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    @Override
    public CompletableFuture<Void> ended() {
        return ended;
    }

    /**
     * @param unanswered how long to wait for a first clearance; it goes on asking afterwards, and its health check says
     *     so
     */
    private void awaitRunning(Duration unanswered) {
        try {
            long began = System.nanoTime();
            long deadline = System.nanoTime() + START_LIMIT.toNanos();
            while (!running.await(START_POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                if (clearance.halted().isPresent()) {
                    return; // it starts when an operator has recovered
                }
                boolean answered = clearance.recovery().isPresent();
                if (!answered && System.nanoTime() - began > unanswered.toNanos()) {
                    log.warn(
                            "No ingest-service has answered yet whether Kafka has lost records: nothing is decided before");
                    return;
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException("the verifier did not start within " + START_LIMIT + ": " + state()
                            + ", " + clearance.problem().orElse("last failure: " + lastFailure.get()));
                }
            }
            if (ended.isCompletedExceptionally()) {
                throw new IllegalStateException("the verifier cannot start: " + lastFailure.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the verifier started", e);
        }
    }

    private KafkaStreams.State state() {
        return topology.running().map(KafkaStreams::state).orElse(KafkaStreams.State.CREATED);
    }

    @Override
    public List<HealthCheck> checks() {
        return List.of(
                new HealthCheck(
                        "verifier.clearance",
                        () -> clearance.problem().or(() -> topology.loss().map(loss -> "nothing is decided: " + loss))),
                new HealthCheck(
                        "verifier.running",
                        () -> state() == KafkaStreams.State.RUNNING
                                ? Optional.empty()
                                : Optional.of("the topology is " + state() + ", last failure: " + lastFailure.get())),
                new HealthCheck(
                        "verifier.kafka",
                        () -> topology.running()
                                .flatMap(now -> kafkaConnection.problem(now.metrics(), System.nanoTime()))),
                new HealthCheck(
                        "verifier.timers",
                        () -> metrics.sinceLastTick().compareTo(TICK_LIMIT) > 0
                                ? Optional.of("timers were last looked at "
                                        + metrics.sinceLastTick().toSeconds() + " s ago")
                                : Optional.empty()));
    }

    @Override
    public void close() {
        gateways.close();
        topology.close();
        clearance.close();
        healthPublisher.close();
    }
}
