package dev.kakutei.sender;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.HealthBeat;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.InstanceName;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.LiveGateways;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.clearance.ClearanceClient;
import dev.kakutei.boot.position.SenderGroup;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.ServiceHealth.GatewayHealth;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.sender.alert.Webhook;
import dev.kakutei.sender.alert.WebhookMeters;
import dev.kakutei.sender.consume.Freshness;
import dev.kakutei.sender.consume.Lane;
import dev.kakutei.sender.consume.LaneConfig;
import dev.kakutei.sender.consume.Work;
import dev.kakutei.sender.gateway.GatewayDesk;
import dev.kakutei.sender.limit.BreakerState;
import dev.kakutei.sender.limit.Evidence;
import dev.kakutei.sender.limit.Gate;
import dev.kakutei.sender.report.Reporter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wiring of the sender: for each gateway a lane, its gate and a desk; one reporter for all. Any number of senders
 * share the work by their consumer groups, one group for each gateway.
 */
public final class BrokerSender implements Service {
    private static final Logger log = LoggerFactory.getLogger(BrokerSender.class);
    private static final Duration FLUSH = Duration.ofSeconds(5);

    /** All that serves one gateway. */
    private record Post(Lane lane, Gate gate, LiveDesk desk, Pulse pulse) {
        GatewayHealth health(String name, Instant now) {
            Pulse.Beat beat = pulse.lastMinute(now);
            return new GatewayHealth(
                    name,
                    ServiceHealth.Breaker.valueOf(gate.breaker().name()),
                    gate.underWay(),
                    gate.concurrency(),
                    lane.waiting(),
                    beat.calls(),
                    beat.errors(),
                    beat.unknown(),
                    beat.lastCallAt(),
                    lane.partitions());
        }
    }

    private final SenderConfig config;
    private final SenderMetrics metrics;
    private final InstantSource clock;
    private final Reporter reporter;
    private final Map<String, Post> posts = new TreeMap<>();
    private final LiveGateways gateways;
    private final Optional<Webhook> webhook;
    private final HealthBeat beat;
    private final ClearanceClient clearance;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    public BrokerSender(SenderConfig config, MeterRegistry registry) {
        this(config, registry, InstantSource.system());
    }

    BrokerSender(SenderConfig config, MeterRegistry registry, InstantSource clock) {
        this.config = config;
        this.metrics = new SenderMetrics(registry);
        this.clock = clock;
        KafkaConfig kafka = config.kafka();
        this.reporter = new Reporter(
                kafka.topics().outcomes(),
                kafka.clientProperties(config.name() + "-reports"),
                config.pendingReports(),
                FLUSH);
        metrics.watch(reporter);
        this.clearance = new ClearanceClient(kafka, name(), InstanceName.any(config.name()));
        config.gateways().gateways().byName().values().forEach(gateway -> posts.put(gateway.name(), post(gateway)));
        this.gateways = new LiveGateways(config.gateways(), name(), registry, new Follower());
        WebhookMeters webhookMeters = new WebhookMeters(registry);
        this.webhook = config.webhook().map(to -> new Webhook(to, kafka, webhookMeters, clock));
        this.beat = new HealthBeat(kafka, this, config.name(), this::gatewaysHealth);
        posts.values().forEach(post -> post.lane().onAssignment(beat::soon));
    }

    /** The consumer group that shares one gateway's lane among all senders of an installation. */
    public static String group(KafkaConfig kafka, String gateway) {
        return new SenderGroup(kafka, gateway).name();
    }

    @Override
    public String name() {
        return "broker-sender";
    }

    @Override
    public void start() {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("a sender starts once");
        }
        List<Topic<?>> topics = new ArrayList<>();
        topics.add(config.kafka().topics().outcomes());
        topics.add(config.kafka().topics().alerts());
        topics.add(config.kafka().topics().health());
        topics.addAll(ClearanceClient.topics(config.kafka()));
        posts.keySet().forEach(gateway -> topics.add(config.kafka().topics().commands(gateway)));
        TopicSetup.ensure(config.kafka(), topics);
        reporter.start();
        clearance.start();
        clearance.ask();
        posts.values().forEach(post -> post.desk().start());
        posts.values().forEach(post -> post.lane().start());
        gateways.start();
        webhook.ifPresent(Webhook::start);
        beat.start();
        log.info("{} sends to {}", config.name(), posts.keySet());
    }

    @Override
    public List<HealthCheck> checks() {
        List<HealthCheck> checks = new ArrayList<>();
        posts.values().forEach(post -> checks.add(post.lane().check()));
        checks.add(new HealthCheck("sender.clearance", clearance::problem));
        return List.copyOf(checks);
    }

    /** Calls under way have their time, and then the lanes and the reports need some. */
    @Override
    public Duration stopsWithin() {
        return config.drain().plus(FLUSH.multipliedBy(2));
    }

    /** Takes nothing new, lets calls under way end for a while, reports what is known, and lets go. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        gateways.close();
        webhook.ifPresent(Webhook::close);
        together(posts.values().stream()
                .map(post -> (Runnable) () -> post.lane().close())
                .toList());
        clearance.close();
        long deadline = System.nanoTime() + config.drain().toNanos();
        posts.values().forEach(post -> {
            if (!post.gate().awaitIdle(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
                log.warn(
                        "{} calls are still under way and will be reported as unknown",
                        post.gate().underWay());
            }
        });
        together(posts.values().stream()
                .map(post -> (Runnable) () -> post.desk().close())
                .toList());
        reporter.close();
        // Last: until then it is told what is still under way.
        beat.close();
    }

    private List<GatewayHealth> gatewaysHealth() {
        Instant now = clock.instant();
        return posts.entrySet().stream()
                .map(post -> post.getValue().health(post.getKey(), now))
                .toList();
    }

    private Post post(Gateway gateway) {
        KafkaConfig kafka = config.kafka();
        Gate gate = new Gate(gateway.limits(), state -> breakerTurned(gateway.name(), state));
        LiveDesk desk = new LiveDesk(
                gateway, each -> new GatewayDesk(each.allowing(config.allow()), config.name(), clock, metrics));
        LaneConfig laneConfig =
                new LaneConfig(kafka, gateway.name(), config.name() + "-" + gateway.name(), config.pollRecords());
        Lane lane = new Lane(laneConfig, gate, work(desk), metrics, clock, clearance);
        metrics.watch(gateway.name(), gate);
        metrics.watch(gateway.name(), lane);
        return new Post(lane, gate, desk, new Pulse());
    }

    private Work work(LiveDesk desk) {
        return new Work() {
            @Override
            public CompletionStage<Evidence> carryOut(Command command, Freshness freshness) {
                return desk.carryOut(command, () -> lasts(freshness)).thenCompose(report -> {
                    Failpoint.SENDER_ANSWERED.reached();
                    return published(command, report)
                            .thenApply(any -> Evidence.of(
                                    report, Duration.ofMillis(command.callTimeoutMillis()), desk.gateway()));
                });
            }

            @Override
            public CompletionStage<?> turnAway(Command command, Answer why) {
                return published(command, desk.notCarriedOut(command, why));
            }

            @Override
            public CompletionStage<?> leaveUnknown(Command.Send command, Outcome.Unknown why) {
                return published(command, desk.leftUnknown(command, why));
            }
        };
    }

    private boolean lasts(Freshness freshness) {
        Failpoint.SENDER_CHECKED.reached();
        return freshness.lasts(clock.instant(), System.nanoTime());
    }

    /** One line for each turn: the log shows when a gateway was given up, and when it came back. */
    private void breakerTurned(String gateway, BreakerState state) {
        metrics.breakerTurned(gateway, state);
        switch (state) {
            case OPEN -> log.warn("{} is left alone for a while: too many of its calls failed", gateway);
            case HALF_OPEN -> log.info("{} is tried again, one call at a time", gateway);
            case CLOSED -> log.info("{} is back: calls pass again", gateway);
        }
    }

    /**
     * A call counts as over when its answer is there. Only when too many reports wait for Kafka does it count until its
     * own is through: no call is begun whose answer could not be told.
     */
    private CompletableFuture<Void> published(Command command, Report report) {
        metrics.ended(command, report, clock.instant());
        posts.get(report.gateway()).pulse().ended(report, clock.instant());
        CompletableFuture<Void> published =
                reporter.publish(report, TraceContext.child(command.traceparent(), "report"));
        return reporter.hasRoom(report.gateway()) ? CompletableFuture.completedFuture(null) : published;
    }

    /** Takes what the gateway file says now. Calls that are under way end as they began. */
    private final class Follower implements LiveGateways.Taker {
        @Override
        public List<String> objections(Gateways next) {
            List<String> objections =
                    new ArrayList<>(GatewayChecks.mistakes(next, config.hosts(), config.allow(), System.getenv()));
            posts.values().forEach(post -> post.desk().objection().ifPresent(objections::add));
            return objections;
        }

        /** Everything that may fail is done before anything is changed. */
        @Override
        public void take(Gateways next) {
            Map<String, GatewayDesk> prepared = new TreeMap<>();
            try {
                posts.forEach((name, post) -> {
                    Gateway gateway = next.byName().get(name);
                    if (!gateway.equals(post.desk().gateway())) {
                        prepared.put(name, post.desk().prepared(gateway));
                    }
                });
            } catch (RuntimeException e) {
                prepared.values().forEach(GatewayDesk::close);
                throw e;
            }
            prepared.forEach(
                    (name, desk) -> replace(posts.get(name), next.byName().get(name), desk));
        }

        /** A desk must be able to hold what the gate lets through, before and after. */
        private static void replace(Post post, Gateway gateway, GatewayDesk desk) {
            if (gateway.limits().concurrency() < post.gate().concurrency()) {
                post.lane().limits(gateway.limits());
                post.desk().replace(gateway, desk);
            } else {
                post.desk().replace(gateway, desk);
                post.lane().limits(gateway.limits());
            }
        }
    }

    private static void together(List<Runnable> steps) {
        CompletableFuture<?>[] all =
                steps.stream().map(BrokerSender::onItsOwnThread).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(all).join();
    }

    private static CompletableFuture<Void> onItsOwnThread(Runnable step) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        step.run();
                    } catch (RuntimeException e) {
                        log.warn("a part did not stop cleanly", e);
                    } finally {
                        done.complete(null);
                    }
                },
                "sender-stop");
        thread.setDaemon(true);
        thread.start();
        return done;
    }
}
