package dev.kakutei.store.read;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.store.consume.ReaderThread;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the end of the ledger topic, in every instance, while a client follows a request there: the projection that
 * writes it may run in another one. Only what is followed is decoded. What it misses, its listener finds in Postgres a
 * little later; so it is never unhealthy, only slow.
 */
public final class LedgerTail implements AutoCloseable {
    /** Receives the events of the requests that it follows. */
    public interface Listener {
        boolean isActive();

        boolean follows(RequestId id);

        void onEvent(LedgerEvent event);
    }

    private static final Logger log = LoggerFactory.getLogger(LedgerTail.class);
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConfig kafka;
    private final Topic<LedgerEvent> topic;
    private final List<Listener> listeners;
    private final ReaderThread thread;

    public LedgerTail(KafkaConfig kafka, List<Listener> listeners) {
        this.kafka = kafka;
        this.topic = kafka.topics().ledger();
        this.listeners = List.copyOf(listeners);
        this.thread = new ReaderThread("ingest-tail", this::consumer, this::reader, reason -> {});
    }

    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.close();
    }

    private ReaderThread.Reader reader(Consumer<byte[], byte[]> consumer) {
        List<TopicPartition> all = IntStream.range(0, topic.partitions())
                .mapToObj(i -> new TopicPartition(topic.name(), i))
                .toList();
        consumer.assign(all);
        consumer.pause(all);
        return () -> {
            if (listeners.stream().noneMatch(Listener::isActive)) {
                // Without a follower, no record is fetched.
                consumer.pause(all);
            } else if (!consumer.paused().isEmpty()) {
                consumer.seekToEnd(all);
                consumer.resume(all);
            }
            consumer.poll(POLL).forEach(this::dispatch);
            return true;
        };
    }

    private void dispatch(ConsumerRecord<byte[], byte[]> record) {
        try {
            if (record.key() == null) {
                return;
            }
            RequestId id = RequestId.of(new String(record.key(), StandardCharsets.US_ASCII));
            if (listeners.stream().anyMatch(listener -> listener.follows(id))) {
                LedgerEvent event = topic.codec().decode(record.value());
                listeners.forEach(listener -> listener.onEvent(event));
            }
        } catch (Undecodable | IllegalArgumentException e) {
            // The projection reports it.
            log.debug("Skipped {}-{}@{}, which cannot be decoded", record.topic(), record.partition(), record.offset());
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        return KafkaClients.consumer(KafkaClients.committedProperties(kafka, "ingest-tail", KafkaClients.Begin.LATEST));
    }
}
