package dev.kakutei.standalone.doctor;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.topic.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks a Kafka about itself and about our topics. */
final class KafkaReader {
    private static final int TIMEOUT_SECONDS = 15;

    private KafkaReader() {}

    static KafkaFacts read(KafkaConfig config, Collection<Topic<?>> ours)
            throws ExecutionException, TimeoutException, InterruptedException {
        Map<String, Object> properties = config.clientProperties("kakutei-doctor");
        properties.put("request.timeout.ms", 6_000);
        properties.put("default.api.timeout.ms", 8_000);
        try (Admin admin = Admin.create(properties)) {
            DescribeClusterResult cluster =
                    admin.describeCluster(new DescribeClusterOptions().includeAuthorizedOperations(true));
            Collection<Node> nodes = get(cluster.nodes());
            List<String> mayNot = new ArrayList<>();
            Set<String> present = get(admin.listTopics().names());
            Set<String> names =
                    ours.stream().map(Topic::name).filter(present::contains).collect(Collectors.toSet());
            if (names.size() < ours.size()) {
                lacking(get(cluster.authorizedOperations()), Set.of(AclOperation.CREATE), "the cluster", mayNot);
            }
            Map<String, TopicDescription> described =
                    get(admin.describeTopics(names, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                            .allTopicNames());
            List<ConfigResource> resources = names.stream()
                    .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                    .collect(Collectors.toCollection(ArrayList::new));
            ConfigResource broker = new ConfigResource(
                    ConfigResource.Type.BROKER, nodes.iterator().next().idString());
            resources.add(broker);
            Map<ConfigResource, Config> configs =
                    get(admin.describeConfigs(resources).all());
            Map<String, KafkaFacts.TopicFacts> topics = new HashMap<>();
            described.forEach((name, topic) -> {
                topics.put(
                        name, facts(topic, settings(configs.get(new ConfigResource(ConfigResource.Type.TOPIC, name)))));
                lacking(
                        topic.authorizedOperations(),
                        Set.of(AclOperation.READ, AclOperation.WRITE),
                        "topic " + name,
                        mayNot);
            });
            Map<String, KafkaFacts.TopicFacts> internal = new HashMap<>();
            Set<String> unseen = new HashSet<>();
            for (String name : List.of(KafkaFacts.CONSUMER_OFFSETS, KafkaFacts.TRANSACTION_STATE)) {
                try {
                    internal(admin, name).ifPresent(facts -> internal.put(name, facts));
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof AuthorizationException)) {
                        throw e;
                    }
                    unseen.add(name);
                }
            }
            return new KafkaFacts(nodes.size(), settings(configs.get(broker)), topics, internal, unseen, mayNot);
        }
    }

    /** Empty where it is not there yet: Kafka makes it when the first group or transaction needs it. */
    private static Optional<KafkaFacts.TopicFacts> internal(Admin admin, String name)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            TopicDescription topic =
                    get(admin.describeTopics(List.of(name)).topicNameValues().get(name));
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
            Config config =
                    get(admin.describeConfigs(List.of(resource)).values().get(resource));
            return Optional.of(facts(topic, settings(config)));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Null where no authorizer restricts us. */
    private static void lacking(
            Set<AclOperation> granted, Set<AclOperation> needed, String object, List<String> mayNot) {
        if (granted != null) {
            needed.stream()
                    .filter(operation -> !granted.contains(operation))
                    .sorted()
                    .forEach(operation -> mayNot.add(operation + " on " + object));
        }
    }

    private static KafkaFacts.TopicFacts facts(TopicDescription topic, Map<String, String> settings) {
        Set<Integer> behind = new HashSet<>();
        int replicas = Integer.MAX_VALUE;
        for (TopicPartitionInfo partition : topic.partitions()) {
            replicas = Math.min(replicas, partition.replicas().size());
            if (partition.isr().size() < partition.replicas().size()) {
                behind.add(partition.partition());
            }
        }
        return new KafkaFacts.TopicFacts(topic.partitions().size(), replicas, behind, settings);
    }

    private static Map<String, String> settings(Config config) {
        return config.entries().stream()
                .filter(entry -> entry.value() != null)
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value, (one, other) -> one));
    }

    private static <T> T get(KafkaFuture<T> future) throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
