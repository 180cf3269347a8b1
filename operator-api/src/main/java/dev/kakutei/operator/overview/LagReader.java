package dev.kakutei.operator.overview;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.StoreUnavailable;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.store.read.ReadThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Where work waits: in the WAL of Postgres, before each consumer group, and since when. Queried by operators now and
 * then, one at a time; what could not be found out is reported as a problem.
 */
public final class LagReader implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_GROUPS = 500;

    private final KafkaConfig kafka;
    private final TallyTable table;
    private final String slot;
    private final ReadThreads threads = new ReadThreads("ingest-lag", 1, 20);

    public LagReader(KafkaConfig kafka, TallyTable table, String slot) {
        this.kafka = kafka;
        this.table = table;
        this.slot = slot;
    }

    /** @param active whether a relay reads it */
    public record Slot(String name, long keptBytes, boolean active) {}

    /**
     * What is known.
     *
     * @param groups how many records each is behind
     * @param problems what could not be found out
     */
    public record Lag(
            Optional<Slot> slot, Map<String, Long> groups, Optional<Instant> oldestOpenAt, List<String> problems) {}

    public CompletableFuture<Lag> lag() {
        return threads.read(this::look);
    }

    @Override
    public void close() {
        threads.close();
    }

    private Lag look() {
        List<String> problems = new ArrayList<>();
        Optional<Slot> found = Optional.empty();
        Optional<Instant> oldest = Optional.empty();
        try {
            found = table.slot(slot);
            oldest = table.flow(Optional.empty()).oldestOpenAt();
            if (found.isEmpty()) {
                problems.add("there is no replication slot " + slot);
            }
        } catch (StoreUnavailable e) {
            problems.add("Postgres: " + e.getMessage());
        }
        Map<String, Long> groups = Map.of();
        try {
            groups = groups();
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            problems.add("Kafka: " + (e.getCause() == null ? e : e.getCause()).getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problems.add("Kafka: interrupted");
        }
        return new Lag(found, groups, oldest, List.copyOf(problems));
    }

    private Map<String, Long> groups() throws ExecutionException, TimeoutException, InterruptedException {
        try (Admin admin = Admin.create(KafkaClients.adminProperties(kafka, "ingest-lag", TIMEOUT))) {
            Map<String, ListConsumerGroupOffsetsSpec> ours =
                    admin.listGroups().valid().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).stream()
                            .map(group -> group.groupId())
                            .filter(group -> group.startsWith(kafka.topics().prefix()))
                            .sorted()
                            .limit(MAX_GROUPS)
                            .collect(Collectors.toMap(group -> group, group -> new ListConsumerGroupOffsetsSpec()));
            Map<String, Map<TopicPartition, OffsetAndMetadata>> read =
                    admin.listConsumerGroupOffsets(ours).all().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            Map<TopicPartition, OffsetSpec> wanted = read.values().stream()
                    .flatMap(offsets -> offsets.keySet().stream())
                    .distinct()
                    .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
            var ends = admin.listOffsets(wanted).all().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            Map<String, Long> lags = new TreeMap<>();
            read.forEach((group, offsets) -> lags.put(
                    group,
                    offsets.entrySet().stream()
                            .filter(one -> one.getValue() != null)
                            .mapToLong(one -> Math.max(
                                    0,
                                    ends.get(one.getKey()).offset()
                                            - one.getValue().offset()))
                            .sum()));
            return lags;
        }
    }
}
