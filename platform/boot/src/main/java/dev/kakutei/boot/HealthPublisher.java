package dev.kakutei.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.ServiceHealth.GatewayHealth;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the health of a service on the health topic every few seconds, as long as it is open. Nothing waits for it
 * and nothing depends on it: while Kafka is unreachable it is silent, which readers recognise.
 */
public final class HealthPublisher implements AutoCloseable {
    /** A service that has been silent for longer is not healthy, or not running. */
    public static final Duration EVERY = Duration.ofSeconds(3);

    private static final Logger log = LoggerFactory.getLogger(HealthPublisher.class);
    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final KafkaConfig kafka;
    private final Topic<ServiceHealth> topic;
    private final String service;
    private final String instance;
    private final Supplier<List<HealthCheck>> checks;
    private final Supplier<List<GatewayHealth>> gateways;
    private final InstantSource clock;
    private final ScheduledThreadPoolExecutor timer;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private Producer<byte[], byte[]> producer;

    public HealthPublisher(KafkaConfig kafka, Service service, String instance) {
        this(kafka, service, instance, List::of);
    }

    /** @param gateways as the service sees them at the moment */
    public HealthPublisher(
            KafkaConfig kafka, Service service, String instance, Supplier<List<GatewayHealth>> gateways) {
        this.kafka = kafka;
        this.topic = kafka.topics().health();
        this.service = service.name();
        this.instance = instance;
        this.checks = service::checks;
        this.gateways = gateways;
        this.clock = InstantSource.system();
        this.timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(service.name() + "-health"));
    }

    public void start() {
        timer.scheduleWithFixedDelay(this::publishNow, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Something has changed that readers should know before the next interval. Several changes at once are one message.
     */
    public void publishSoon() {
        if (scheduled.compareAndSet(false, true)) {
            try {
                timer.schedule(this::publishNow, SOON.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                log.debug("{} is stopping; its final health message follows", service);
            }
        }
    }

    /** Publishes a final message, so that a service that was stopped in order is not reported as missing. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            timer.awaitTermination(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (producer != null) {
                try {
                    publish(new ServiceHealth(
                            service, instance, false, List.of(ServiceHealth.STOPPED), List.of(), clock.instant()));
                } catch (KafkaException e) {
                    log.debug("Final health message of {} was not published: {}", service, e.getMessage());
                }
                producer.close(SHUTDOWN_TIMEOUT);
                producer = null;
            }
        }
    }

    private void publishNow() {
        scheduled.set(false);
        try {
            List<String> problems = checks.get().stream()
                    .flatMap(check -> problem(check).stream())
                    .toList();
            publish(new ServiceHealth(
                    service, instance, problems.isEmpty(), problems, gateways.get(), clock.instant()));
        } catch (RuntimeException e) {
            log.debug("Publishing the health of {} failed: {}", service, e.getMessage());
        }
    }

    private static Optional<String> problem(HealthCheck check) {
        try {
            return check.problem().get().map(text -> check.name() + ": " + text);
        } catch (RuntimeException e) {
            return Optional.of(check.name() + ": cannot be checked: " + e.getMessage());
        }
    }

    private synchronized void publish(ServiceHealth health) {
        if (producer == null) {
            producer = KafkaClients.producer(KafkaClients.promptProperties(kafka, service + "-health", TIMEOUT));
        }
        producer.send(new ProducerRecord<>(
                topic.name(), health.key().getBytes(UTF_8), topic.codec().encode(health)));
    }
}
