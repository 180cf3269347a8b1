package dev.kakutei.testkit;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * One Kafka broker per test JVM, started when first asked for. Tests share it, each under a topic prefix of its own,
 * and must not stop it: a test about outages starts an {@link EmbeddedKafka} for itself.
 */
public final class RealKafka {
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private RealKafka() {}

    public static EmbeddedKafka server() {
        return Holder.SERVER;
    }

    public static String bootstrapServers() {
        return server().bootstrapServers();
    }

    /** A prefix for topics, groups and transactional ids that no other test uses on this broker. */
    public static String freshPrefix() {
        return "t" + PREFIXES.incrementAndGet() + ".";
    }

    /** Makes a topic and returns its name. */
    public static String createTopic(String name, int partitions) {
        createTopics(List.of(new NewTopic(name, partitions, (short) 1)));
        return name;
    }

    public static void createTopics(Collection<NewTopic> topics) {
        createTopics(bootstrapServers(), topics);
    }

    /** For a broker of the test's own. */
    public static void createTopics(String bootstrapServers, Collection<NewTopic> topics) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(topics).all().get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("cannot make the topics " + topics, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while making topics", e);
        }
    }

    private static final class Holder {
        static final EmbeddedKafka SERVER = start();

        private static EmbeddedKafka start() {
            Path folder = TestFolders.create("kafka");
            EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder));
            TestFolders.removeAtEnd(kafka, folder);
            return kafka.start();
        }
    }
}
