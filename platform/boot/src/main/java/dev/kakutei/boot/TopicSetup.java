package dev.kakutei.boot;

import dev.kakutei.boot.kafka.KafkaClients;
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

/** Creates the topics that are missing, and refuses those that exist with another partition count. */
public final class TopicSetup {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private TopicSetup() {}

    /** Safe to call from any number of services at once. */
    public static void ensure(KafkaConfig config, Collection<Topic<?>> topics) {
        ensure(config, topics, TIMEOUT);
    }

    /** @param timeout how long Kafka may take for each step */
    public static void ensure(KafkaConfig config, Collection<Topic<?>> topics, Duration timeout) {
        // Closing waits for pending requests: without timeouts of its own, a minute for a Kafka that is unreachable.
        try (Admin admin = Admin.create(KafkaClients.adminProperties(config, "kakutei-setup", timeout))) {
            Set<String> present = admin.listTopics().names().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            for (Topic<?> topic : topics) {
                if (!present.contains(topic.name())) {
                    create(admin, config, topic, timeout);
                }
            }
            checkPartitions(admin, topics, timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the topics were created", e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "Kafka at " + config.bootstrap() + " has not answered within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "cannot create or check the topics at Kafka " + config.bootstrap() + ": "
                            + e.getCause().getMessage(),
                    e);
        }
    }

    private static void create(Admin admin, KafkaConfig config, Topic<?> topic, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, String> settings = new HashMap<>(topic.config());
        settings.put("min.insync.replicas", Integer.toString(config.minInsyncReplicas()));
        NewTopic wanted =
                new NewTopic(topic.name(), topic.partitions(), (short) config.replication()).configs(settings);
        try {
            admin.createTopics(List.of(wanted)).all().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            // another service was quicker
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    private static void checkPartitions(Admin admin, Collection<Topic<?>> topics, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, TopicDescription> found = describe(admin, topics, timeout);
        List<String> mistakes = new ArrayList<>();
        for (Topic<?> topic : topics) {
            int partitions = found.get(topic.name()).partitions().size();
            if (partitions != topic.partitions()) {
                mistakes.add(
                        "topics.partitions: " + topic.name() + " has " + partitions + " partitions, the settings say "
                                + topic.partitions() + "; the partition count of a topic cannot be changed");
            }
        }
        if (!mistakes.isEmpty()) {
            throw new InvalidSettings(mistakes);
        }
    }

    /** A topic that was just created may not be known to every broker yet. */
    private static Map<String, TopicDescription> describe(Admin admin, Collection<Topic<?>> topics, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        Set<String> names = topics.stream().map(Topic::name).collect(Collectors.toSet());
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                return admin.describeTopics(names).allTopicNames().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || System.nanoTime() > end) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }
}
