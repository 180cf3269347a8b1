package dev.kakutei.operator.action;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Publishes actions, each once, and reports when Kafka has it. A producer that has lost its broker makes whoever sends wait:
 * that is one thread of its own here, and what has waited too long for it is given up untried.
 */
final class ActionWriter implements AutoCloseable {
    private static final int MAX_WAITING = 10_000;
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);

    private final KafkaConfig kafka;
    private final Topic<OperatorAction> topic;
    private final ThreadPoolExecutor thread;
    private Producer<byte[], byte[]> producer;

    ActionWriter(KafkaConfig kafka) {
        this.kafka = kafka;
        this.topic = kafka.topics().actions();
        thread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                DaemonThreads.named("ingest-action-writer"));
    }

    /** Done when Kafka has acknowledged it; fails when it has not in time, and then may have it all the same. */
    CompletableFuture<Void> write(OperatorAction action) {
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        long since = System.nanoTime();
        try {
            thread.execute(() -> send(action, since, acknowledged));
        } catch (RejectedExecutionException e) {
            acknowledged.completeExceptionally(new TimeoutException("too many actions wait to be published"));
        }
        return acknowledged;
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (producer != null) {
                producer.close(SHUTDOWN_TIMEOUT);
            }
        }
    }

    private void send(OperatorAction action, long since, CompletableFuture<Void> acknowledged) {
        if (System.nanoTime() - since > ActionConfig.PUBLISHING.toNanos()) {
            acknowledged.completeExceptionally(new TimeoutException("Kafka does not take what was published before"));
            return;
        }
        try {
            open().send(record(action), (metadata, failure) -> {
                if (failure == null) {
                    acknowledged.complete(null);
                } else {
                    acknowledged.completeExceptionally(failure);
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            acknowledged.completeExceptionally(e);
        }
    }

    private ProducerRecord<byte[], byte[]> record(OperatorAction action) {
        return new ProducerRecord<>(
                topic.name(),
                action.requestId().toString().getBytes(US_ASCII),
                topic.codec().encode(action));
    }

    private synchronized Producer<byte[], byte[]> open() {
        if (producer == null) {
            int timeout = (int) ActionConfig.PUBLISHING.toMillis();
            Map<String, Object> properties = KafkaClients.durableProperties(kafka, "ingest-actions");
            properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeout / 2);
            properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeout / 2);
            properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeout);
            properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
            producer = KafkaClients.producer(properties);
        }
        return producer;
    }
}
