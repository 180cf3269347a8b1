package dev.kakutei.proof.read;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads whole topics, what is committed of them, from their beginning to their end as it is when reading begins. */
final class TopicSource implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(500);

    private final Consumer<byte[], byte[]> consumer;

    /** Takes one record. */
    interface Reader {
        void read(String key, byte[] value, String place);
    }

    /**
     * @param records how many there were
     * @param since from when on the topic has everything; the beginning of time where nothing was ever removed
     * @param behind the offset behind the last record of each partition that has one
     */
    record Passed(long records, Instant since, Map<TopicPartition, Long> behind) {}

    TopicSource(KafkaConfig kafka) {
        Map<String, Object> properties =
                KafkaClients.committedProperties(kafka, "kakutei-proof", KafkaClients.Begin.NOWHERE);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
        consumer = KafkaClients.consumer(properties);
    }

    /** The topics that begin so. */
    Set<String> named(String prefix) {
        return consumer.listTopics(TIMEOUT).keySet().stream()
                .filter(topic -> topic.startsWith(prefix))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    Passed read(String topic, Reader reader) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic, TIMEOUT).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions, TIMEOUT);
        Map<TopicPartition, Long> missing = new HashMap<>(consumer.endOffsets(partitions, TIMEOUT));
        beginnings.forEach(consumer::seek);
        Map<TopicPartition, Instant> firsts = new HashMap<>();
        Map<TopicPartition, Long> behind = new HashMap<>();
        long records = 0;
        long quietSince = System.nanoTime();
        missing.entrySet().removeIf(end -> consumer.position(end.getKey(), TIMEOUT) >= end.getValue());
        while (!missing.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                firsts.putIfAbsent(partition, Instant.ofEpochMilli(record.timestamp()));
                String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
                reader.read(key, record.value(), partition + "@" + record.offset());
                behind.put(partition, record.offset() + 1);
                records++;
                quietSince = System.nanoTime();
            }
            missing.entrySet().removeIf(end -> consumer.position(end.getKey(), TIMEOUT) >= end.getValue());
            if (System.nanoTime() - quietSince > TIMEOUT.toNanos()) {
                throw new Unreadable("nothing came of " + missing.keySet() + " for " + TIMEOUT.toSeconds() + " s");
            }
        }
        return new Passed(records, since(beginnings, firsts), behind);
    }

    private static Instant since(Map<TopicPartition, Long> beginnings, Map<TopicPartition, Instant> firsts) {
        Instant since = Instant.EPOCH;
        for (Map.Entry<TopicPartition, Long> beginning : beginnings.entrySet()) {
            if (beginning.getValue() > 0) {
                Instant first = firsts.getOrDefault(beginning.getKey(), Instant.now());
                since = first.isAfter(since) ? first : since;
            }
        }
        return since;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
