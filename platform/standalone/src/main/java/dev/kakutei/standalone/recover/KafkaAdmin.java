package dev.kakutei.standalone.recover;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.position.RecoveryNames;
import dev.kakutei.boot.position.SenderGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What a recovery asks of Kafka and changes there. */
final class KafkaAdmin implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final KafkaConfig kafka;
    private final Admin admin;

    KafkaAdmin(KafkaConfig kafka) {
        this.kafka = kafka;
        this.admin = Admin.create(kafka.clientProperties("kakutei-recover"));
    }

    /** The gateways that commands were ever issued for, whether they are still configured or not. */
    Set<String> gateways(Collection<String> configured) throws RecoveryFailed {
        String prefix = kafka.topics().commands("").name();
        Set<String> gateways = new TreeSet<>(configured);
        get(admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(prefix))
                .forEach(name -> gateways.add(name.substring(prefix.length())));
        return gateways;
    }

    /** The highest recovery that was ever begun, as far as Kafka knows; 0 for none. */
    int recovery() throws RecoveryFailed {
        return RecoveryNames.highest(
                kafka.topics().prefix(), get(admin.listTopics().names()));
    }

    /** The changelogs of all verifiers that there ever were. */
    List<String> changelogs() throws RecoveryFailed {
        return RecoveryNames.changelogs(
                kafka.topics().prefix(), get(admin.listTopics().names()));
    }

    /** The groups of verifiers and senders, under these recoveries, that still have members. */
    List<String> busy(Collection<String> gateways, Set<Integer> recoveries) throws RecoveryFailed {
        List<String> groups = new ArrayList<>();
        for (int recovery : recoveries) {
            groups.add(verifierGroup(kafka, recovery));
            gateways.forEach(gateway -> groups.add(new SenderGroup(kafka, gateway, recovery).name()));
        }
        List<String> busy = new ArrayList<>();
        for (Map.Entry<String, KafkaFuture<ConsumerGroupDescription>> group :
                admin.describeConsumerGroups(groups).describedGroups().entrySet()) {
            try {
                if (!group.getValue()
                        .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                        .members()
                        .isEmpty()) {
                    busy.add(group.getKey());
                }
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                    throw failed(e.getCause());
                }
            } catch (InterruptedException | TimeoutException e) {
                throw failed(e);
            }
        }
        return busy;
    }

    /** Behind the last record that can be read, of every partition of these topics. */
    Map<TopicPartition, Long> ends(Collection<String> topics) throws RecoveryFailed {
        return offsets(topics, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    }

    Map<TopicPartition, Long> since(Collection<String> topics, long time) throws RecoveryFailed {
        return offsets(topics, OffsetSpec.forTimestamp(time), IsolationLevel.READ_COMMITTED);
    }

    Map<TopicPartition, Long> beginnings(Collection<String> topics) throws RecoveryFailed {
        return offsets(topics, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    }

    /** The time of the newest record of each of these partitions; -1 where there is none. */
    Map<TopicPartition, Long> newest(Collection<TopicPartition> partitions) throws RecoveryFailed {
        Map<TopicPartition, OffsetSpec> wanted = partitions.stream()
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.maxTimestamp()));
        Map<TopicPartition, Long> newest = new HashMap<>();
        get(admin.listOffsets(wanted).all()).forEach((partition, info) -> newest.put(partition, info.timestamp()));
        return newest;
    }

    /**
     * Waits until no transaction is open in these topics: what is written behind one could not be read. Whoever began it has
     * stopped, and what it wrote was never committed: after the limit it is aborted.
     */
    void endOpenTransactions(Collection<String> topics, Duration limit) throws RecoveryFailed {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Map<TopicPartition, Long> all = offsets(topics, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
            Map<TopicPartition, Long> stable = ends(topics);
            List<TopicPartition> open = all.keySet().stream()
                    .filter(partition -> stable.get(partition) < all.get(partition))
                    .toList();
            if (open.isEmpty()) {
                return;
            }
            if (System.nanoTime() - deadline > limit.toNanos()) {
                throw new RecoveryFailed("a transaction hangs in " + open
                        + ": end it with ./kakutei repair-transactions --apply, then recover again");
            }
            if (System.nanoTime() - deadline > 0) {
                abort(open);
            }
            pause();
        }
    }

    private void abort(Collection<TopicPartition> partitions) throws RecoveryFailed {
        Map<TopicPartition, DescribeProducersResult.PartitionProducerState> states =
                get(admin.describeProducers(partitions).all());
        for (Map.Entry<TopicPartition, DescribeProducersResult.PartitionProducerState> state : states.entrySet()) {
            for (ProducerState producer : state.getValue().activeProducers()) {
                if (producer.currentTransactionStartOffset().isPresent()) {
                    get(admin.abortTransaction(new AbortTransactionSpec(
                                    state.getKey(),
                                    producer.producerId(),
                                    (short) producer.producerEpoch(),
                                    Math.max(0, producer.coordinatorEpoch().orElse(0))))
                            .all());
                }
            }
        }
    }

    /** What the verifiers of this recovery have committed of these topics; none of what was never committed or is gone. */
    Map<TopicPartition, Long> committed(String group) throws RecoveryFailed {
        Map<TopicPartition, Long> committed = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        committed.put(partition, offset.offset());
                    }
                });
        return committed;
    }

    void createChangelogs(List<String> names) throws RecoveryFailed {
        Map<String, String> settings =
                Map.of("cleanup.policy", "compact", "min.insync.replicas", Integer.toString(kafka.minInsyncReplicas()));
        List<NewTopic> topics = names.stream()
                .map(name ->
                        new NewTopic(name, kafka.topics().partitions(), (short) kafka.replication()).configs(settings))
                .toList();
        get(admin.createTopics(topics).all());
        awaitServed(names);
    }

    /**
     * A topic that was just made is not known to every broker yet; and a partition that is not served yet takes a later batch before an
     * earlier one that it turned away.
     */
    private void awaitServed(List<String> names) throws RecoveryFailed {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                ends(names);
                return;
            } catch (RecoveryFailed e) {
                boolean unknown = e.getCause() instanceof UnknownTopicOrPartitionException;
                if (!unknown || System.nanoTime() - deadline > 0) {
                    throw e;
                }
            }
            pause();
        }
    }

    void commit(String group, Map<TopicPartition, Long> offsets) throws RecoveryFailed {
        get(admin.alterConsumerGroupOffsets(
                        group,
                        offsets.entrySet().stream()
                                .collect(Collectors.toMap(
                                        Map.Entry::getKey, offset -> new OffsetAndMetadata(offset.getValue()))))
                .all());
    }

    static String verifierGroup(KafkaConfig kafka, int recovery) {
        return RecoveryNames.verifierGroup(kafka.topics().prefix(), recovery);
    }

    static void pause() throws RecoveryFailed {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecoveryFailed("interrupted", e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }

    private Map<TopicPartition, Long> offsets(Collection<String> topics, OffsetSpec spec, IsolationLevel level)
            throws RecoveryFailed {
        Map<TopicPartition, OffsetSpec> wanted = topics.stream()
                .flatMap(topic -> IntStream.range(0, kafka.topics().partitions())
                        .mapToObj(partition -> new TopicPartition(topic, partition)))
                .collect(Collectors.toMap(partition -> partition, partition -> spec));
        Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> found =
                get(admin.listOffsets(wanted, new ListOffsetsOptions(level)).all());
        Map<TopicPartition, Long> offsets = new HashMap<>();
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    private <T> T get(KafkaFuture<T> future) throws RecoveryFailed {
        try {
            return future.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failed(e.getCause());
        } catch (TimeoutException e) {
            throw failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(e);
        }
    }

    private RecoveryFailed failed(Throwable cause) {
        return new RecoveryFailed(
                "Kafka at " + kafka.bootstrap() + ": "
                        + (cause.getMessage() == null ? "no answer" : cause.getMessage()),
                cause);
    }
}
