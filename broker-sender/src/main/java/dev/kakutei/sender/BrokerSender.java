package dev.kakutei.sender;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.HealthPublisher;
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
import dev.kakutei.sender.alert.WebhookMetrics;
import dev.kakutei.sender.consume.CommandDeadline;
import dev.kakutei.sender.consume.CommandHandler;
import dev.kakutei.sender.consume.Lane;
import dev.kakutei.sender.consume.LaneConfig;
import dev.kakutei.sender.gateway.GatewayClient;
import dev.kakutei.sender.limit.BreakerState;
import dev.kakutei.sender.limit.CallHealth;
import dev.kakutei.sender.limit.CallLimiter;
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
 * The wiring of the sender: for each gateway a lane, its call limiter and its client; one reporter for all. Any number
 * of senders share the work by their consumer groups, one group for each gateway.
 */
public final class BrokerSender implements Service {
    private static final Logger log = LoggerFactory.getLogger(BrokerSender.class);
    private static final Duration FLUSH = Duration.ofSeconds(5);

    /** All that serves one gateway. */
    private record GatewayParts(Lane lane, CallLimiter limiter, LiveGatewayClient client, RecentCalls recentCalls) {
        GatewayHealth health(String name, Instant now) {
            RecentCalls.Summary lastMinute = recentCalls.lastMinute(now);
            return new GatewayHealth(
                    name,
                    ServiceHealth.Breaker.valueOf(limiter.breaker().name()),
                    limiter.underWay(),
                    limiter.concurrency(),
                    lane.waiting(),
                    lastMinute.calls(),
                    lastMinute.errors(),
                    lastMinute.unknown(),
                    lastMinute.lastCallAt(),
                    lane.partitions());
        }
    }

    private final SenderConfig config;
    private final SenderMetrics metrics;
    private final InstantSource clock;
    private final Reporter reporter;
    private final Map<String, GatewayParts> parts = new TreeMap<>();
    private final LiveGateways gateways;
    private final Optional<Webhook> webhook;
    private final HealthPublisher healthPublisher;
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
        config.gateways().gateways().byName().values().forEach(gateway -> parts.put(gateway.name(), parts(gateway)));
        this.gateways = new LiveGateways(config.gateways(), name(), registry, new Follower());
        WebhookMetrics webhookMetrics = new WebhookMetrics(registry);
        this.webhook = config.webhook().map(to -> new Webhook(to, kafka, webhookMetrics, clock));
        this.healthPublisher = new HealthPublisher(kafka, this, config.name(), this::gatewaysHealth);
        parts.values().forEach(part -> part.lane().onAssignment(healthPublisher::publishSoon));
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
            throw new IllegalStateException("a sender can be started only once");
        }
        List<Topic<?>> topics = new ArrayList<>();
        topics.add(config.kafka().topics().outcomes());
        topics.add(config.kafka().topics().alerts());
        topics.add(config.kafka().topics().health());
        topics.addAll(ClearanceClient.topics(config.kafka()));
        parts.keySet().forEach(gateway -> topics.add(config.kafka().topics().commands(gateway)));
        TopicSetup.ensure(config.kafka(), topics);
        reporter.start();
        clearance.start();
        clearance.ask();
        parts.values().forEach(part -> part.client().start());
        parts.values().forEach(part -> part.lane().start());
        gateways.start();
        webhook.ifPresent(Webhook::start);
        healthPublisher.start();
        log.info("Sender {} started; gateways: {}", config.name(), parts.keySet());
    }

    @Override
    public List<HealthCheck> checks() {
        List<HealthCheck> checks = new ArrayList<>();
        parts.values().forEach(part -> checks.add(part.lane().check()));
        checks.add(new HealthCheck("sender.clearance", clearance::problem));
        return List.copyOf(checks);
    }

    /** Calls under way have their time, and then the lanes and the reports need some. */
    @Override
    public Duration stopsWithin() {
        return config.drain().plus(FLUSH.multipliedBy(2));
    }

    /** Takes nothing new, lets calls under way end for a while, reports what is known, and releases its resources. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        gateways.close();
        webhook.ifPresent(Webhook::close);
        together(parts.values().stream()
                .map(part -> (Runnable) () -> part.lane().close())
                .toList());
        clearance.close();
        long deadline = System.nanoTime() + config.drain().toNanos();
        parts.values().forEach(part -> {
            if (!part.limiter().awaitIdle(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
                log.warn(
                        "{} calls are still under way; they will be reported as unknown",
                        part.limiter().underWay());
            }
        });
        together(parts.values().stream()
                .map(part -> (Runnable) () -> part.client().close())
                .toList());
        reporter.close();
        // Last: until then it reports what is still under way.
        healthPublisher.close();
    }

    private List<GatewayHealth> gatewaysHealth() {
        Instant now = clock.instant();
        return parts.entrySet().stream()
                .map(part -> part.getValue().health(part.getKey(), now))
                .toList();
    }

    private GatewayParts parts(Gateway gateway) {
        KafkaConfig kafka = config.kafka();
        CallLimiter limiter = new CallLimiter(gateway.limits(), state -> breakerChanged(gateway.name(), state));
        LiveGatewayClient client = new LiveGatewayClient(
                gateway, each -> new GatewayClient(each.allowing(config.allow()), config.name(), clock, metrics));
        LaneConfig laneConfig =
                new LaneConfig(kafka, gateway.name(), config.name() + "-" + gateway.name(), config.pollRecords());
        Lane lane = new Lane(laneConfig, limiter, handler(client), metrics, clock, clearance);
        metrics.watch(gateway.name(), limiter);
        metrics.watch(gateway.name(), lane);
        return new GatewayParts(lane, limiter, client, new RecentCalls());
    }

    private CommandHandler handler(LiveGatewayClient client) {
        return new CommandHandler() {
            @Override
            public CompletionStage<CallHealth> carryOut(Command command, CommandDeadline deadline) {
                return client.carryOut(command, () -> isAhead(deadline)).thenCompose(report -> {
                    Failpoint.SENDER_ANSWERED.reached();
                    return published(command, report)
                            .thenApply(any -> CallHealth.of(
                                    report, Duration.ofMillis(command.callTimeoutMillis()), client.gateway()));
                });
            }

            @Override
            public CompletionStage<?> reportNotSent(Command command, Answer why) {
                return published(command, client.notCarriedOut(command, why));
            }

            @Override
            public CompletionStage<?> reportUnknown(Command.Send command, Outcome.Unknown why) {
                return published(command, client.leftUnknown(command, why));
            }
        };
    }

    private boolean isAhead(CommandDeadline deadline) {
        Failpoint.SENDER_CHECKED.reached();
        return deadline.isAhead(clock.instant(), System.nanoTime());
    }

    /** One line for each change of state: the log shows when calls to a gateway stopped, and when they resumed. */
    private void breakerChanged(String gateway, BreakerState state) {
        metrics.breakerChanged(gateway, state);
        switch (state) {
            case OPEN -> log.warn("Circuit breaker of gateway {} opened: too many calls failed", gateway);
            case HALF_OPEN -> log.info("Circuit breaker of gateway {} is half open: calls pass one at a time", gateway);
            case CLOSED -> log.info("Circuit breaker of gateway {} closed: calls pass again", gateway);
        }
    }

    /**
     * A call counts as over when its answer is there. Only when too many reports wait for Kafka does it count until its
     * own is through: no call is begun whose answer could not be reported.
     */
    private CompletableFuture<Void> published(Command command, Report report) {
        metrics.ended(command, report, clock.instant());
        parts.get(report.gateway()).recentCalls().ended(report, clock.instant());
        CompletableFuture<Void> published =
                reporter.publish(report, TraceContext.child(command.traceparent(), "report"));
        return reporter.hasRoom(report.gateway()) ? CompletableFuture.completedFuture(null) : published;
    }

    /** Applies the current gateway file. Calls that are under way end as they began. */
    private final class Follower implements LiveGateways.Subscriber {
        @Override
        public List<String> objections(Gateways next) {
            List<String> objections =
                    new ArrayList<>(GatewayChecks.mistakes(next, config.hosts(), config.allow(), System.getenv()));
            parts.values().forEach(part -> part.client().objection().ifPresent(objections::add));
            return objections;
        }

        /** Everything that may fail is done before anything is changed. */
        @Override
        public void apply(Gateways next) {
            Map<String, GatewayClient> prepared = new TreeMap<>();
            try {
                parts.forEach((name, part) -> {
                    Gateway gateway = next.byName().get(name);
                    if (!gateway.equals(part.client().gateway())) {
                        prepared.put(name, part.client().prepared(gateway));
                    }
                });
            } catch (RuntimeException e) {
                prepared.values().forEach(GatewayClient::close);
                throw e;
            }
            prepared.forEach(
                    (name, client) -> replace(parts.get(name), next.byName().get(name), client));
        }

        /** A client must be able to hold the calls that the limiter allows, before and after. */
        private static void replace(GatewayParts part, Gateway gateway, GatewayClient client) {
            if (gateway.limits().concurrency() < part.limiter().concurrency()) {
                part.lane().limits(gateway.limits());
                part.client().replace(gateway, client);
            } else {
                part.client().replace(gateway, client);
                part.lane().limits(gateway.limits());
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
                        log.warn("A part of the sender did not stop cleanly", e);
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
