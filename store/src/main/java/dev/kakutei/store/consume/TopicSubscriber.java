package dev.kakutei.store.consume;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every message of some topics, in every instance: a caller of this instance may wait for any of them. It stores
 * nothing, so a message that it misses delays a caller's answer and does no other harm.
 */
public final class TopicSubscriber<T> implements AutoCloseable {
    /** Where it begins. */
    public enum From {
        /** At the end: earlier messages are of no use. */
        NOW,
        /** With everything that Kafka keeps: the latest message counts, however old. */
        BEGINNING
    }

    private static final Logger log = LoggerFactory.getLogger(TopicSubscriber.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration SEEK_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PROGRESS_TIMEOUT = Duration.ofSeconds(30);

    private final String name;
    private final KafkaConfig kafka;
    private final Map<String, Topic<T>> topics;
    private final From from;
    private final Consumer<T> listener;
    private final CountDownLatch listening = new CountDownLatch(1);
    /** The next offset of each partition; only the reading thread uses it. */
    private final Map<TopicPartition, Long> next = new HashMap<>();

    private final ReaderThread thread;
    private final ReaderProgress progress = new ReaderProgress(PROGRESS_TIMEOUT);
    private volatile String failure;

    /** @param name of its thread, and of its client at the broker */
    public TopicSubscriber(String name, KafkaConfig kafka, List<Topic<T>> topics, From from, Consumer<T> listener) {
        this.name = name;
        this.kafka = kafka;
        this.topics = topics.stream().collect(Collectors.toMap(Topic::name, Function.identity()));
        this.from = from;
        this.listener = listener;
        this.thread = new ReaderThread(name, this::consumer, this::reader, reason -> failure = reason);
    }

    /** Returns when messages are being read. */
    public void start() {
        thread.start();
        try {
            if (!listening.await(SEEK_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(topics.keySet() + " cannot be read: " + failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public Optional<String> problem() {
        return Optional.ofNullable(failure)
                .or(progress::problem)
                .map(reason -> topics.keySet() + " cannot be read: " + reason);
    }

    @Override
    public void close() {
        thread.close();
    }

    private ReaderThread.Reader reader(org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer) {
        Set<TopicPartition> all = partitions();
        consumer.assign(all);
        switch (from) {
            case NOW -> consumer.seekToEnd(all);
            case BEGINNING -> consumer.seekToBeginning(all);
        }
        // A new consumer continues where the previous one ended: a caller may wait for what came in between.
        next.forEach(consumer::seek);
        // Seeking is lazy; asking for the position makes it happen before the first call is accepted.
        all.forEach(partition -> next.put(partition, consumer.position(partition, SEEK_TIMEOUT)));
        failure = null;
        progress.made(0);
        LagProbe probe = new LagProbe(consumer, progress);
        listening.countDown();
        return () -> {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            // First, so that a message whose listener fails is not delivered again and again.
            records.partitions().forEach(partition -> next.put(partition, consumer.position(partition)));
            records.forEach(this::deliver);
            if (!records.isEmpty()) {
                progress.made(0);
            }
            // An empty poll does not show whether Kafka is reachable.
            probe.check();
            return true;
        };
    }

    private Set<TopicPartition> partitions() {
        Set<TopicPartition> partitions = new HashSet<>();
        for (Topic<T> topic : topics.values()) {
            for (int i = 0; i < topic.partitions(); i++) {
                partitions.add(new TopicPartition(topic.name(), i));
            }
        }
        return partitions;
    }

    private void deliver(ConsumerRecord<byte[], byte[]> record) {
        try {
            listener.accept(topics.get(record.topic()).codec().decode(record.value()));
        } catch (Undecodable e) {
            log.error(
                    "A message cannot be decoded and is skipped: {}-{}@{}: {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    e.getMessage());
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        KafkaClients.Begin begin = from == From.NOW ? KafkaClients.Begin.LATEST : KafkaClients.Begin.EARLIEST;
        return KafkaClients.consumer(KafkaClients.committedProperties(kafka, name, begin));
    }
}
