package dev.kakutei.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.schemas.ServiceHealth;
import dev.kakutei.schemas.ServiceHealth.GatewayHealth;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every few seconds how a service is, on the health topic, as long as it is open. Nothing waits for it and nothing
 * depends on it: where Kafka is away it is silent, which tells as much.
 */
public final class HealthBeat implements AutoCloseable {
    /** Who has been silent for longer is not well, or not there. */
    public static final Duration EVERY = Duration.ofSeconds(3);

    private static final Logger log = LoggerFactory.getLogger(HealthBeat.class);
    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration PARTING = Duration.ofSeconds(1);
    private static final int PATIENCE_MILLIS = 2_000;

    private final KafkaConfig kafka;
    private final Topic<ServiceHealth> topic;
    private final String service;
    private final String instance;
    private final Supplier<List<HealthCheck>> checks;
    private final Supplier<List<GatewayHealth>> gateways;
    private final InstantSource clock;
    private final ScheduledThreadPoolExecutor timer;
    private final AtomicBoolean asked = new AtomicBoolean();
    private Producer<byte[], byte[]> producer;

    public HealthBeat(KafkaConfig kafka, Service service, String instance) {
        this(kafka, service, instance, List::of);
    }

    /** @param gateways as the service sees them at the moment */
    public HealthBeat(KafkaConfig kafka, Service service, String instance, Supplier<List<GatewayHealth>> gateways) {
        this.kafka = kafka;
        this.topic = kafka.topics().health();
        this.service = service.name();
        this.instance = instance;
        this.checks = service::checks;
        this.gateways = gateways;
        this.clock = InstantSource.system();
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, service.name() + "-beat");
            thread.setDaemon(true);
            return thread;
        });
    }

    public void start() {
        timer.scheduleWithFixedDelay(this::beat, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Something has changed that others should know before the next beat. Several changes at once are one beat. */
    public void soon() {
        if (asked.compareAndSet(false, true)) {
            try {
                timer.schedule(this::beat, SOON.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                log.debug("{} is stopping, and the last beat follows", service);
            }
        }
    }

    /** With a last word, so that who stopped in good order is not missed. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            timer.awaitTermination(PARTING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (producer != null) {
                try {
                    tell(new ServiceHealth(
                            service, instance, false, List.of(ServiceHealth.STOPPED), List.of(), clock.instant()));
                } catch (KafkaException e) {
                    log.debug("the last word was not told: {}", e.getMessage());
                }
                producer.close(PARTING);
                producer = null;
            }
        }
    }

    private void beat() {
        asked.set(false);
        try {
            List<String> trouble = checks.get().stream()
                    .flatMap(check -> trouble(check).stream())
                    .toList();
            tell(new ServiceHealth(service, instance, trouble.isEmpty(), trouble, gateways.get(), clock.instant()));
        } catch (RuntimeException e) {
            log.debug("how {} is could not be told: {}", service, e.getMessage());
        }
    }

    private static Optional<String> trouble(HealthCheck check) {
        try {
            return check.trouble().get().map(words -> check.name() + ": " + words);
        } catch (RuntimeException e) {
            return Optional.of(check.name() + ": cannot be checked: " + e.getMessage());
        }
    }

    private synchronized void tell(ServiceHealth health) {
        if (producer == null) {
            Map<String, Object> properties = kafka.clientProperties(service + "-health");
            properties.put("max.block.ms", PATIENCE_MILLIS);
            properties.put("request.timeout.ms", PATIENCE_MILLIS);
            properties.put("delivery.timeout.ms", 2 * PATIENCE_MILLIS);
            properties.put("linger.ms", 0);
            properties.put("acks", "1");
            properties.put("enable.idempotence", false);
            producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        }
        producer.send(new ProducerRecord<>(
                topic.name(), health.key().getBytes(UTF_8), topic.codec().encode(health)));
    }
}
