package dev.kakutei.store.consume;

import java.time.Duration;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Asks Kafka at an interval for the end of the topic: an empty poll does not show whether Kafka is reachable. */
public final class LagProbe {
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Consumer<byte[], byte[]> consumer;
    private final ReaderProgress progress;
    private long askedAt = System.nanoTime();

    public LagProbe(Consumer<byte[], byte[]> consumer, ReaderProgress progress) {
        this.consumer = consumer;
        this.progress = progress;
    }

    /** For the thread that polls, after each poll. */
    public void check() {
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
