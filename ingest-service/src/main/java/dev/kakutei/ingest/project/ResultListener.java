package dev.kakutei.ingest.project;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears every result, in every instance, from now on: any of them may be the one whose caller waits here. Nothing is
 * stored by it, so a result that it misses costs a caller some waiting and nothing else.
 */
public final class ResultListener implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ResultListener.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PLACED = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration PARTING = Duration.ofSeconds(5);

    private final KafkaConfig kafka;
    private final Consumer<Result> waiting;
    private final CountDownLatch listening = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile KafkaConsumer<byte[], byte[]> consumer;
    private volatile String failure;
    private Thread thread;

    public ResultListener(KafkaConfig kafka, Consumer<Result> waiting) {
        this.kafka = kafka;
        this.waiting = waiting;
    }

    /** Returns when results are heard. */
    public void start() {
        thread = new Thread(this::run, "ingest-results");
        thread.setDaemon(true);
        thread.start();
        try {
            if (!listening.await(PLACED.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the result topics cannot be read: " + failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public Optional<String> trouble() {
        return Optional.ofNullable(failure).map(reason -> "results are not heard: " + reason);
    }

    @Override
    public void close() {
        closed.countDown();
        KafkaConsumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        if (thread != null) {
            try {
                thread.join(PARTING.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        while (closed.getCount() > 0) {
            try (KafkaConsumer<byte[], byte[]> fresh = consumer()) {
                consumer = fresh;
                listen(fresh);
            } catch (WakeupException | InterruptException e) {
                // closing; the loop's condition tells
            } catch (RuntimeException e) {
                failure = String.valueOf(e.getMessage());
                log.warn("the consumer of results failed and is made anew", e);
                rest();
            } finally {
                consumer = null;
            }
        }
    }

    private void listen(KafkaConsumer<byte[], byte[]> fresh) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (RequestKind kind : RequestKind.values()) {
            Topic<Result> topic = kafka.topics().results(kind);
            for (int i = 0; i < topic.partitions(); i++) {
                partitions.add(new TopicPartition(topic.name(), i));
            }
        }
        fresh.assign(partitions);
        fresh.seekToEnd(partitions);
        // Seeking is lazy; asking makes it happen before the first caller is let in.
        partitions.forEach(partition -> fresh.position(partition, PLACED));
        failure = null;
        listening.countDown();
        while (closed.getCount() > 0) {
            fresh.poll(POLL).forEach(this::tell);
        }
    }

    private void tell(ConsumerRecord<byte[], byte[]> record) {
        try {
            waiting.accept(Codecs.RESULT.decode(record.value()));
        } catch (Undecodable e) {
            log.error(
                    "a result cannot be read: {}-{}@{}: {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    e.getMessage());
        }
    }

    private void rest() {
        try {
            closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            closed.countDown();
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = kafka.clientProperties("ingest-results");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
