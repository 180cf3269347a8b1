package dev.kakutei.ingest.consume;

import java.time.Duration;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** An empty poll says nothing: Kafka may be away. Now and then it is asked how far the topic goes. */
public final class Probe {
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Consumer<byte[], byte[]> consumer;
    private final Progress progress;
    private long askedAt = System.nanoTime();

    public Probe(Consumer<byte[], byte[]> consumer, Progress progress) {
        this.consumer = consumer;
        this.progress = progress;
    }

    /** For the thread that polls, after each poll. */
    public void look() {
        if (System.nanoTime() - askedAt < EVERY.toNanos()) {
            return;
        }
        askedAt = System.nanoTime();
        Set<TopicPartition> ours = consumer.assignment();
        try {
            if (ours.isEmpty()) {
                consumer.listTopics(LIMIT);
            } else {
                consumer.endOffsets(ours, LIMIT);
            }
        } catch (TimeoutException e) {
            progress.failed("Kafka: " + e.getMessage());
            return;
        }
        long lag = lag(consumer);
        if (lag == 0) {
            progress.made(0);
        } else {
            progress.behind(lag);
        }
    }

    /** Records of our partitions that were not polled yet, as far as is known without asking. */
    public static long lag(Consumer<byte[], byte[]> consumer) {
        return consumer.assignment().stream()
                .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
                .sum();
    }
}
