package dev.kakutei.sender;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.HealthPublisher;
import dev.kakutei.boot.InstanceName;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.LiveGateways;
import dev.kakutei.boot.Service;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.clearance.ClearanceClient;
import dev.kakutei.boot.position.SenderGroup;
import dev.kakutei.schemas.ServiceHealth.GatewayHealth;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.sender.alert.Webhook;
import dev.kakutei.sender.alert.WebhookMetrics;
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
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wiring of the sender: a worker for each gateway, and one reporter for all. Any number
 * of senders share the work by their consumer groups, one group for each gateway.
 */
public final class BrokerSender implements Service {
    private static final Logger log = LoggerFactory.getLogger(BrokerSender.class);
    private static final Duration FLUSH = Duration.ofSeconds(5);

    private final SenderConfig config;
    private final InstantSource clock;
    private final Reporter reporter;
    private final Map<String, GatewayWorker> workers = new TreeMap<>();
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
        this.clock = clock;
        SenderMetrics metrics = new SenderMetrics(registry);
        KafkaConfig kafka = config.kafka();
        this.reporter = new Reporter(
                kafka.topics().outcomes(),
                kafka.clientProperties(config.name() + "-reports"),
                config.pendingReports(),
                FLUSH);
        metrics.watch(reporter);
        this.clearance = new ClearanceClient(kafka, name(), InstanceName.any(config.name()));
        config.gateways()
                .gateways()
                .byName()
                .forEach((gateway, described) -> workers.put(
                        gateway, new GatewayWorker(described, config, reporter, metrics, clock, clearance)));
        this.gateways = new LiveGateways(config.gateways(), name(), registry, new GatewayFileFollower(config, workers));
        WebhookMetrics webhookMetrics = new WebhookMetrics(registry);
        this.webhook = config.webhook().map(to -> new Webhook(to, kafka, webhookMetrics, clock));
        this.healthPublisher = new HealthPublisher(kafka, this, config.name(), this::gatewaysHealth);
        workers.values().forEach(worker -> worker.onAssignment(healthPublisher::publishSoon));
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
        workers.keySet().forEach(gateway -> topics.add(config.kafka().topics().commands(gateway)));
        TopicSetup.ensure(config.kafka(), topics);
        reporter.start();
        clearance.start();
        clearance.ask();
        workers.values().forEach(GatewayWorker::prepare);
        workers.values().forEach(GatewayWorker::start);
        gateways.start();
        webhook.ifPresent(Webhook::start);
        healthPublisher.start();
        log.info("Sender {} started; gateways: {}", config.name(), workers.keySet());
    }

    @Override
    public List<HealthCheck> checks() {
        List<HealthCheck> checks = new ArrayList<>();
        workers.values().forEach(worker -> checks.add(worker.check()));
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
        ParallelStop.each(workers.values(), GatewayWorker::stopTaking);
        clearance.close();
        long deadline = System.nanoTime() + config.drain().toNanos();
        workers.values()
                .forEach(worker -> worker.awaitIdle(Duration.ofNanos(Math.max(0, deadline - System.nanoTime()))));
        ParallelStop.each(workers.values(), GatewayWorker::close);
        reporter.close();
        // Last: until then it reports what is still under way.
        healthPublisher.close();
    }

    private List<GatewayHealth> gatewaysHealth() {
        Instant now = clock.instant();
        return workers.values().stream().map(worker -> worker.health(now)).toList();
    }
}
