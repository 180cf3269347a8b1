package dev.kakutei.ingest.topic;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.topic.CloudEventHeaders;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** Publishes rejections. One counts as published when Kafka has acknowledged it. */
final class RejectionWriter implements AutoCloseable {
    /** A longer key is not repeated: the record must fit whatever came. */
    static final int MAX_KEY_BYTES = 1024;

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);

    /** One rejection, with the key of the record that it is about. */
    record KeyedRejection(byte[] key, Rejection rejection) {}

    private final KafkaConfig kafka;
    private final Topic<Rejection> topic;
    private volatile Producer<byte[], byte[]> producer;

    RejectionWriter(KafkaConfig kafka) {
        this.kafka = kafka;
        this.topic = kafka.topics().rejections();
    }

    /** Returns when all of them are acknowledged, or with what went wrong; some may be acknowledged even then. */
    Optional<String> publish(List<KeyedRejection> rejections) {
        if (rejections.isEmpty()) {
            return Optional.empty();
        }
        List<Future<?>> acknowledgements = new ArrayList<>(rejections.size());
        try {
            for (KeyedRejection rejected : rejections) {
                acknowledgements.add(open().send(record(rejected)));
            }
            producer.flush();
            for (Future<?> acknowledgement : acknowledgements) {
                acknowledgement.get();
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException(e);
        } catch (InterruptException e) {
            throw e;
        } catch (ExecutionException e) {
            return Optional.of("Kafka: " + e.getCause().getMessage());
        } catch (KafkaException e) {
            return Optional.of("Kafka: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close(SHUTDOWN_TIMEOUT);
        }
    }

    private ProducerRecord<byte[], byte[]> record(KeyedRejection rejected) {
        byte[] key = rejected.key() != null && rejected.key().length > MAX_KEY_BYTES ? null : rejected.key();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic.name(), key, topic.codec().encode(rejected.rejection()));
        CloudEventHeaders.of(rejected.rejection())
                .forEach((name, value) -> record.headers().add(name, value));
        return record;
    }

    private Producer<byte[], byte[]> open() {
        if (producer == null) {
            Map<String, Object> properties = KafkaClients.durableProperties(kafka, "ingest-rejections");
            // A short timeout, because the batch is read again; well before the group would expel this reader.
            properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TIMEOUT_MILLIS);
            properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS / 2);
            properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
            properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
            producer = KafkaClients.producer(properties);
        }
        return producer;
    }
}
