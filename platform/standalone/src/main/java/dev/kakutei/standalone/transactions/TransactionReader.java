package dev.kakutei.standalone.transactions;

import dev.kakutei.boot.KafkaConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.DescribeTransactionsResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;

/** Asks the partitions' leaders, the coordinators, and the leaders again. Changes nothing. */
public final class TransactionReader {
    private static final int TIMEOUT_SECONDS = 30;
    private static final String OFFSETS = "__consumer_offsets";

    private TransactionReader() {}

    /**
     * What was seen of our topics and of the positions of consumers.
     *
     * @param leaders of the partitions that were read
     * @param unread partitions that could not be read, and why
     */
    public record Seen(
            List<HangingTransaction> hanging, Map<TopicPartition, Node> leaders, Map<TopicPartition, String> unread) {
        public Seen {
            hanging = List.copyOf(hanging);
            leaders = Map.copyOf(leaders);
            unread = Map.copyOf(unread);
        }
    }

    /** @param longest no transaction is left open by its coordinator for longer */
    public static Seen look(Admin admin, KafkaConfig config, Duration longest)
            throws ExecutionException, TimeoutException, InterruptedException {
        Set<String> topics = get(admin.listTopics(new ListTopicsOptions().listInternal(true))
                        .names())
                .stream()
                .filter(name -> name.startsWith(config.topics().prefix()) || name.equals(OFFSETS))
                .collect(Collectors.toSet());
        Map<TopicPartition, String> unread = new LinkedHashMap<>();
        Map<TopicPartition, Node> leaders =
                leaders(get(admin.describeTopics(topics).allTopicNames()), unread);
        List<OpenTransaction> before = open(admin, leaders.keySet(), unread);
        if (before.isEmpty()) {
            return new Seen(List.of(), leaders, unread);
        }
        List<KnownTransaction> known = known(admin, before);
        Set<TopicPartition> suspected =
                before.stream().map(OpenTransaction::partition).collect(Collectors.toSet());
        List<OpenTransaction> after = open(admin, suspected, unread);
        return new Seen(Abandoned.among(before, known, after, longest, Instant.now()), leaders, unread);
    }

    private static Map<TopicPartition, Node> leaders(
            Map<String, TopicDescription> topics, Map<TopicPartition, String> unread) {
        Map<TopicPartition, Node> leaders = new LinkedHashMap<>();
        topics.forEach((name, topic) -> topic.partitions().forEach(info -> {
            TopicPartition partition = new TopicPartition(name, info.partition());
            if (info.leader() == null || info.leader().isEmpty()) {
                unread.put(partition, "it has no leader");
            } else {
                leaders.put(partition, info.leader());
            }
        }));
        return leaders;
    }

    private static List<OpenTransaction> open(
            Admin admin, Collection<TopicPartition> partitions, Map<TopicPartition, String> unread)
            throws TimeoutException, InterruptedException {
        DescribeProducersResult asked = admin.describeProducers(partitions);
        List<OpenTransaction> open = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            try {
                for (ProducerState producer :
                        get(asked.partitionResult(partition)).activeProducers()) {
                    if (producer.currentTransactionStartOffset().isPresent()) {
                        open.add(open(partition, producer));
                    }
                }
            } catch (ExecutionException e) {
                unread.put(partition, e.getCause().getMessage());
            }
        }
        return open;
    }

    private static OpenTransaction open(TopicPartition partition, ProducerState producer) {
        return new OpenTransaction(
                partition,
                producer.producerId(),
                producer.producerEpoch(),
                producer.currentTransactionStartOffset().getAsLong(),
                Math.max(0, producer.coordinatorEpoch().orElse(0)),
                Instant.ofEpochMilli(producer.lastTimestamp()));
    }

    private static List<KnownTransaction> known(Admin admin, List<OpenTransaction> open)
            throws ExecutionException, TimeoutException, InterruptedException {
        Set<Long> producers = open.stream().map(OpenTransaction::producerId).collect(Collectors.toSet());
        List<String> ids =
                get(admin.listTransactions(new ListTransactionsOptions().filterProducerIds(producers))
                                .all())
                        .stream()
                        .map(listing -> listing.transactionalId())
                        .toList();
        DescribeTransactionsResult asked = admin.describeTransactions(ids);
        List<KnownTransaction> known = new ArrayList<>();
        for (String id : ids) {
            try {
                TransactionDescription said = get(asked.description(id));
                known.add(new KnownTransaction(id, said.producerId(), said.state(), said.topicPartitions()));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TransactionalIdNotFoundException)) {
                    throw e;
                }
            }
        }
        return known;
    }

    private static <T> T get(KafkaFuture<T> future) throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
