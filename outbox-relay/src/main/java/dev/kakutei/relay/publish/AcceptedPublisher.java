package dev.kakutei.relay.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.relay.route.Routed;
import dev.kakutei.schemas.Canary;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Publishes whole batches. One publisher serves one session of the capture: a producer that has met a fatal error is of
 * no further use, and the next session brings its own.
 */
public final class AcceptedPublisher implements AutoCloseable {
    private static final Duration CLOSE_TIME = Duration.ofSeconds(1);

    private final Topic<LedgerEvent> topic;
    private final Topic<Canary> canaries;
    private final Producer<byte[], byte[]> producer;

    /** @param requestTimeout after which a broker that does not answer is asked again */
    public static AcceptedPublisher open(KafkaConfig kafka, Duration requestTimeout) {
        return new AcceptedPublisher(
                kafka.topics(),
                new KafkaProducer<>(
                        ProducerSettings.of(kafka, requestTimeout),
                        new ByteArraySerializer(),
                        new ByteArraySerializer()));
    }

    AcceptedPublisher(Topics topics, Producer<byte[], byte[]> producer) {
        this.topic = topics.accepted();
        this.canaries = topics.canaries();
        this.producer = producer;
    }

    public List<Routed.Unroutable> publish(List<Routed.Message> batch) throws InterruptedException {
        return publish(batch, List.of());
    }

    /**
     * Returns when every message and canary of the batch is acknowledged, however long that takes, or is one that the
     * brokers refuse for what it is: those messages are returned.
     */
    public List<Routed.Unroutable> publish(List<Routed.Message> batch, List<Canary> beats) throws InterruptedException {
        try {
            List<Future<RecordMetadata>> acknowledgements = new ArrayList<>(batch.size());
            for (Routed.Message message : batch) {
                acknowledgements.add(producer.send(record(message)));
            }
            List<Future<RecordMetadata>> arrivals = new ArrayList<>(beats.size());
            for (Canary beat : beats) {
                arrivals.add(producer.send(new ProducerRecord<>(
                        canaries.name(),
                        beat.relay().getBytes(UTF_8),
                        canaries.codec().encode(beat))));
            }
            Failpoint.RELAY_SENT.reached();
            producer.flush();
            List<Routed.Unroutable> refused = refused(batch, acknowledgements);
            for (Future<RecordMetadata> arrival : arrivals) {
                arrival.get();
            }
            return refused;
        } catch (ExecutionException e) {
            throw new PublishFailed("cannot publish to " + canaries.name() + ": " + e.getMessage(), e.getCause());
        } catch (InterruptException e) {
            // Kafka's own exception has set the flag; the checked one carries the news from here.
            Thread.interrupted();
            throw interrupted(e);
        } catch (KafkaException | IllegalStateException e) {
            throw new PublishFailed("cannot publish to " + topic.name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        producer.close(CLOSE_TIME);
    }

    private List<Routed.Unroutable> refused(List<Routed.Message> batch, List<Future<RecordMetadata>> acknowledgements)
            throws InterruptedException {
        List<Routed.Unroutable> refused = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            try {
                acknowledgements.get(i).get();
            } catch (ExecutionException e) {
                if (!poisonous(e.getCause())) {
                    throw new PublishFailed(
                            "cannot publish to " + topic.name() + ": "
                                    + e.getCause().getMessage(),
                            e.getCause());
                }
                refused.add(new Routed.Unroutable(
                        batch.get(i).row(), "Kafka refuses it: " + e.getCause().getMessage()));
            }
        }
        return refused;
    }

    /** The fault of this one record: no retry and no other broker would take it. */
    private static boolean poisonous(Throwable error) {
        return error instanceof RecordTooLargeException || error instanceof InvalidRecordException;
    }

    private ProducerRecord<byte[], byte[]> record(Routed.Message message) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic.name(), message.key().getBytes(UTF_8), topic.codec().encode(message.event()));
        String trace = TraceContext.child(message.row().traceparent(), "capture");
        if (trace != null) {
            record.headers().add(TraceContext.HEADER, trace.getBytes(UTF_8));
        }
        return record;
    }

    private static InterruptedException interrupted(InterruptException cause) {
        InterruptedException interrupted = new InterruptedException("stopped while waiting for Kafka");
        interrupted.initCause(cause);
        return interrupted;
    }
}
