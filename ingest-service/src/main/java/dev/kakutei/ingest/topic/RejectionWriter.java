package dev.kakutei.ingest.topic;

import dev.kakutei.boot.KafkaConfig;
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
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Tells what was not taken. A rejection counts as told when Kafka has acknowledged it. */
final class RejectionWriter implements AutoCloseable {
    /** A longer key is not repeated: the record must fit whatever came. */
    static final int MAX_KEY_BYTES = 1024;

    private static final int PATIENCE_MILLIS = 10_000;
    private static final Duration PARTING = Duration.ofSeconds(2);

    /** One rejection, with the key of the record that it is about. */
    record Told(byte[] key, Rejection rejection) {}

    private final KafkaConfig kafka;
    private final Topic<Rejection> topic;
    private volatile Producer<byte[], byte[]> producer;

    RejectionWriter(KafkaConfig kafka) {
        this.kafka = kafka;
        this.topic = kafka.topics().rejections();
    }

    /** Returns when all of them are acknowledged, or with what went wrong; some may be acknowledged even then. */
    Optional<String> tell(List<Told> rejections) {
        if (rejections.isEmpty()) {
            return Optional.empty();
        }
        List<Future<?>> acknowledgements = new ArrayList<>(rejections.size());
        try {
            for (Told told : rejections) {
                acknowledgements.add(open().send(record(told)));
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
            producer.close(PARTING);
        }
    }

    private ProducerRecord<byte[], byte[]> record(Told told) {
        byte[] key = told.key() != null && told.key().length > MAX_KEY_BYTES ? null : told.key();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic.name(), key, topic.codec().encode(told.rejection()));
        CloudEventHeaders.of(told.rejection())
                .forEach((name, value) -> record.headers().add(name, value));
        return record;
    }

    private Producer<byte[], byte[]> open() {
        if (producer == null) {
            Map<String, Object> properties = kafka.clientProperties("ingest-rejections");
            properties.put(ProducerConfig.ACKS_CONFIG, "all");
            properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
            properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
            // Given up soon, because the batch comes again; and well before the group would miss this reader.
            properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MILLIS);
            properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS / 2);
            properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
            properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
            producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        }
        return producer;
    }
}
