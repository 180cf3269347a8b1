package dev.kakutei.boot;

import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes the topics that are missing, and refuses those that are there with another partition count. */
public final class TopicSetup {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private TopicSetup() {}

    /** Safe to call from any number of services at once. */
    public static void ensure(KafkaConfig config, Collection<Topic<?>> topics) {
        try (Admin admin = Admin.create(config.clientProperties("kakutei-setup"))) {
            Set<String> present = admin.listTopics().names().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            for (Topic<?> topic : topics) {
                if (!present.contains(topic.name())) {
                    create(admin, config, topic);
                }
            }
            checkPartitions(admin, topics);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the topics were made", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "cannot make or check the topics at Kafka " + config.bootstrap() + ": " + e.getMessage(), e);
        }
    }

    private static void create(Admin admin, KafkaConfig config, Topic<?> topic)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, String> settings = new HashMap<>(topic.config());
        settings.put("min.insync.replicas", Integer.toString(config.minInsyncReplicas()));
        NewTopic wanted =
                new NewTopic(topic.name(), topic.partitions(), (short) config.replication()).configs(settings);
        try {
            admin.createTopics(List.of(wanted)).all().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            // another service was quicker
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    private static void checkPartitions(Admin admin, Collection<Topic<?>> topics)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, TopicDescription> found = describe(admin, topics);
        List<String> mistakes = new ArrayList<>();
        for (Topic<?> topic : topics) {
            int partitions = found.get(topic.name()).partitions().size();
            if (partitions != topic.partitions()) {
                mistakes.add("topics.partitions: " + topic.name() + " has " + partitions
                        + " partitions, the settings say " + topic.partitions() + "; the count is fixed for life");
            }
        }
        if (!mistakes.isEmpty()) {
            throw new InvalidSettings(mistakes);
        }
    }

    /** A topic just made may not be known to every broker yet. */
    private static Map<String, TopicDescription> describe(Admin admin, Collection<Topic<?>> topics)
            throws InterruptedException, ExecutionException, TimeoutException {
        Set<String> names = topics.stream().map(Topic::name).collect(Collectors.toSet());
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return admin.describeTopics(names).allTopicNames().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() > end) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }
}
