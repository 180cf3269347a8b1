package dev.kakutei.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.Clearance;
import dev.kakutei.schemas.ClearanceRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Stands in for ingest-service where a test runs a verifier or a sender without one: it answers requests for clearance over
 * Kafka, and clears every instance until the test has it halt them.
 */
public final class AlwaysCleared implements AutoCloseable {
    private final KafkaConfig kafka;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch listening = new CountDownLatch(1);
    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread;
    private volatile String halted;
    private volatile int recovery;

    /** The topics must be there. */
    public AlwaysCleared(KafkaConfig kafka) {
        this.kafka = kafka;
        this.producer = new KafkaProducer<>(
                kafka.clientProperties("test-clearance"), new ByteArraySerializer(), new ByteArraySerializer());
        this.thread = DaemonThreads.start("test-clearance", this::run);
        try {
            listening.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on no instance is cleared, and all of them are notified. */
    public void halt(String reason) {
        halted = reason;
        answer(null, 0);
    }

    /** From now on every instance is cleared again, after so many recoveries. */
    public void clear(int recoveries) {
        recovery = recoveries;
        halted = null;
    }

    @Override
    public void close() {
        closed.countDown();
        DaemonThreads.join(thread, Duration.ofSeconds(5));
        producer.close(Duration.ZERO);
    }

    private void run() {
        String topic = kafka.topics().clearanceRequests().name();
        List<TopicPartition> all = IntStream.range(0, kafka.topics().partitions())
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        Map<String, Object> properties = kafka.clientProperties("test-clearance");
        properties.put("auto.offset.reset", "latest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(all);
            consumer.seekToEnd(all);
            all.forEach(consumer::position);
            listening.countDown();
            while (closed.getCount() > 0) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                    ClearanceRequest request =
                            kafka.topics().clearanceRequests().codec().decode(record.value());
                    answer(request.instance(), request.number());
                }
            }
        } catch (WakeupException e) {
            // closing
        } catch (KafkaException e) {
            listening.countDown();
            throw e;
        }
    }

    private void answer(String instance, long number) {
        String reason = halted;
        Clearance answer = new Clearance(
                instance,
                number,
                reason == null ? Clearance.Verdict.CLEARED : Clearance.Verdict.HALTED,
                recovery,
                reason,
                "test",
                Instant.now());
        producer.send(new ProducerRecord<>(
                kafka.topics().clearances().name(),
                instance == null ? null : instance.getBytes(UTF_8),
                kafka.topics().clearances().codec().encode(answer)));
    }
}
