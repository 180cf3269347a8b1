package dev.kakutei.chaos;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.thread.DaemonThreads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Callers' way into the request topic. What Kafka has acknowledged must end up in the ledger: the records are sound. */
final class RequestTopic implements AutoCloseable {
    private static final Duration BLOCKED = Duration.ofSeconds(5);
    private static final Duration DELIVERED = Duration.ofSeconds(20);

    private final String topic;
    private final String client;
    private final KafkaProducer<String, String> producer;
    /** A producer blocks its caller while it knows no broker; the other callers must not wait for that. */
    private final ExecutorService thread = Executors.newSingleThreadExecutor(DaemonThreads.named("request-topic"));

    RequestTopic(KafkaConfig kafka, String client) {
        this.topic = kafka.topics().requests().name();
        this.client = client;
        Map<String, Object> properties = kafka.clientProperties("chaos-requests");
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) BLOCKED.toMillis());
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) BLOCKED.toMillis());
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERED.toMillis());
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
    }

    /** Fails where Kafka does not acknowledge in time; it may have the record all the same. */
    CompletableFuture<Void> publish(CallerRequest submission, String waitsMillis) {
        ProducerRecord<String, String> record = new ProducerRecord<>(topic, submission.key(), submission.body());
        Map.of(
                        "kind",
                        submission.kind().wire(),
                        "idempotency-key",
                        submission.key(),
                        "client",
                        client,
                        "connect-timeout-ms",
                        waitsMillis)
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        thread.execute(() -> {
            try {
                producer.send(record, (metadata, failure) -> {
                    if (failure == null) {
                        acknowledged.complete(null);
                    } else {
                        acknowledged.completeExceptionally(failure);
                    }
                });
            } catch (RuntimeException e) {
                acknowledged.completeExceptionally(e);
            }
        });
        return acknowledged;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        producer.close(BLOCKED);
    }
}
