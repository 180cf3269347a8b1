package dev.kakutei.standalone.recover;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.ledger.Alarm;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.ResultMessages;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.StatusChange;
import dev.kakutei.schemas.topic.CloudEventHeaders;
import dev.kakutei.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes what a recovery decides, in the place of a verifier. Closing fails where anything was not written. */
final class Publisher implements AutoCloseable {
    private static final Duration STOP = Duration.ofSeconds(30);

    private final Topics topics;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    Publisher(KafkaConfig kafka) {
        this.topics = kafka.topics();
        Map<String, Object> properties = KafkaClients.durableProperties(kafka, "kakutei-recover");
        properties.put("linger.ms", 5);
        properties.put("max.in.flight.requests.per.connection", 1);
        this.producer = KafkaClients.producer(properties);
    }

    void event(LedgerEvent event) {
        send(
                topics.ledger().name(),
                event.requestId().toString(),
                topics.ledger().codec().encode(event));
    }

    /** Announces an acceptance to the verifiers. */
    void accepted(LedgerEvent event) {
        send(
                topics.accepted().name(),
                event.requestId().toString(),
                topics.accepted().codec().encode(event));
    }

    /** A recovery sends nothing and settles nothing: it leaves both to the verifiers that come after it. */
    void decision(Decision decision, Instant now) {
        decision.events().forEach(this::event);
        Entry entry = decision.entry();
        for (Effect effect : decision.effects()) {
            if (effect instanceof Effect.Raise raise) {
                Alert alert = ResultMessages.alert(entry, raise, now);
                send(
                        topics.alarms().name(),
                        Alarm.subject(alert),
                        topics.alarms().codec().encode(alert));
            } else if (effect instanceof Effect.PublishStatus) {
                StatusChange change = ResultMessages.statusChange(entry);
                ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                        topics.statuses().name(),
                        entry.id().toString().getBytes(UTF_8),
                        topics.statuses().codec().encode(change));
                CloudEventHeaders.of(change).forEach(record.headers()::add);
                raw(record);
            } else {
                throw new IllegalStateException("a recovery does not carry out " + effect);
            }
        }
    }

    void alert(Alert alert) {
        send(
                topics.alerts().name(),
                Alarm.subject(alert),
                topics.alerts().codec().encode(alert));
    }

    void raw(ProducerRecord<byte[], byte[]> record) {
        producer.send(record, (metadata, failed) -> {
            if (failed != null) {
                failure.compareAndSet(null, failed);
            }
        });
    }

    @Override
    public void close() throws RecoveryFailed {
        producer.flush();
        producer.close(STOP);
        if (failure.get() != null) {
            throw new RecoveryFailed(
                    "Kafka did not take a record: " + failure.get().getMessage(), failure.get());
        }
    }

    private void send(String topic, String key, byte[] value) {
        raw(new ProducerRecord<>(topic, key.getBytes(UTF_8), value));
    }
}
