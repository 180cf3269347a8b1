package dev.kakutei.boot.position;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Queries Kafka about the senders' groups, from outside of them. */
record SenderGroupInspector(Admin admin, Duration limit) {
    /** Those of which a partition has no position and nothing was ever written to it. */
    List<SenderGroup> withoutFirstPosition(Collection<SenderGroup> groups)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<SenderGroup, Set<TopicPartition>> missing = new HashMap<>();
        for (SenderGroup group : groups) {
            Set<TopicPartition> partitions = new HashSet<>(group.partitions());
            committed(group).forEach((partition, offset) -> {
                if (offset != null) {
                    partitions.remove(partition);
                }
            });
            missing.put(group, partitions);
        }
        Set<TopicPartition> unwritten =
                unwritten(missing.values().stream().flatMap(Set::stream).toList());
        return groups.stream()
                .filter(group -> missing.get(group).stream().anyMatch(unwritten::contains))
                .toList();
    }

    /** Whether one of them has a sender, or another member that commits the first position. */
    boolean anyHasMembers(Collection<SenderGroup> groups)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, KafkaFuture<ConsumerGroupDescription>> described = admin.describeConsumerGroups(
                        groups.stream().map(SenderGroup::name).toList())
                .describedGroups();
        for (KafkaFuture<ConsumerGroupDescription> group : described.values()) {
            try {
                if (!get(group).members().isEmpty()) {
                    return true;
                }
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                    throw e;
                }
            }
        }
        return false;
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(SenderGroup group)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return get(admin.listConsumerGroupOffsets(Map.of(
                            group.name(), new ListConsumerGroupOffsetsSpec().topicPartitions(group.partitions())))
                    .partitionsToOffsetAndMetadata(group.name()));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Map.of();
            }
            throw e;
        }
    }

    private Set<TopicPartition> unwritten(Collection<TopicPartition> partitions)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> {
            earliest.put(partition, OffsetSpec.earliest());
            latest.put(partition, OffsetSpec.latest());
        });
        Map<TopicPartition, ListOffsetsResultInfo> beginnings =
                get(admin.listOffsets(earliest).all());
        Map<TopicPartition, ListOffsetsResultInfo> ends =
                get(admin.listOffsets(latest).all());
        Set<TopicPartition> unwritten = new HashSet<>(partitions);
        unwritten.removeIf(partition -> StartPosition.uncommitted(
                                beginnings.get(partition).offset(),
                                ends.get(partition).offset(),
                                ends.get(partition).offset())
                        .kind()
                != StartPosition.Kind.FIRST);
        return unwritten;
    }

    private <T> T get(KafkaFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
