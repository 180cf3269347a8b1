package dev.kakutei.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads whole topics from their beginning, without a group. Each reader remembers what it read and goes on from there,
 * so conditions are asked of everything since the beginning. Order holds within a partition.
 */
public final class TopicReader implements AutoCloseable {
    /** Which records are seen. */
    public enum Isolation {
        READ_COMMITTED,
        READ_UNCOMMITTED
    }

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration DISCOVERY = Duration.ofSeconds(30);

    private final KafkaConsumer<String, String> consumer;
    private final List<ConsumerRecord<String, String>> seen = new ArrayList<>();
    private final List<String> topics;

    public TopicReader(String bootstrapServers, Isolation isolation, String... topics) {
        this(Map.of("bootstrap.servers", bootstrapServers), isolation, topics);
    }

    /** @param client how to connect: the address, and the account where the broker asks for one */
    public TopicReader(Map<String, ?> client, Isolation isolation, String... topics) {
        this.topics = List.of(topics);
        Map<String, Object> properties = new HashMap<>(client);
        properties.put(
                "isolation.level", isolation == Isolation.READ_COMMITTED ? "read_committed" : "read_uncommitted");
        properties.put("auto.offset.reset", "earliest");
        properties.put("allow.auto.create.topics", "false");
        this.consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
    }

    /** A reader of committed records on the shared broker. */
    public static TopicReader committed(String... topics) {
        return new TopicReader(RealKafka.bootstrapServers(), Isolation.READ_COMMITTED, topics);
    }

    /** Polls until everything read so far is accepted, and returns it. */
    public List<ConsumerRecord<String, String>> until(
            String what, Duration limit, Predicate<List<ConsumerRecord<String, String>>> accepted) {
        assignAll();
        long deadline = System.nanoTime() + limit.toNanos();
        while (!accepted.test(List.copyOf(seen))) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("waited " + limit.toMillis() + " ms in vain on " + topics + " until " + what
                        + "; " + seen.size() + " records seen, the last ones: " + lastFew());
            }
            consumer.poll(POLL).forEach(seen::add);
        }
        return List.copyOf(seen);
    }

    public List<ConsumerRecord<String, String>> untilCount(int count, Duration limit) {
        return until(count + " records are there", limit, records -> records.size() >= count);
    }

    /** Everything up to the end as it is now: for "nothing else came", after the awaited record was seen. */
    public List<ConsumerRecord<String, String>> toEnd(Duration limit) {
        assignAll();
        Map<TopicPartition, Long> missing = new HashMap<>(consumer.endOffsets(consumer.assignment()));
        return until("the end is reached: " + missing, limit, records -> {
            missing.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            return missing.isEmpty();
        });
    }

    @Override
    public void close() {
        consumer.close();
    }

    private void assignAll() {
        if (!consumer.assignment().isEmpty()) {
            return;
        }
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : topics) {
            Await.until(
                            "topic " + topic + " exists",
                            DISCOVERY,
                            () -> consumer.partitionsFor(topic),
                            found -> found != null && !found.isEmpty())
                    .forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    private List<String> lastFew() {
        return seen.subList(Math.max(0, seen.size() - 5), seen.size()).stream()
                .map(record -> record.key() + "=" + record.value())
                .toList();
    }
}
