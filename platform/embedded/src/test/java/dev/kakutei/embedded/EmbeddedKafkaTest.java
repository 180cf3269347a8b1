package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaTest {
    @TempDir
    Path folder;

    @Test
    void start_secondTimeOnSameFolder_keepsRecordsAndClusterId() throws Exception {
        List<String> progress = new ArrayList<>();
        String cluster;
        try (EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder), progress::add).start()) {
            createTopic(kafka, "kept");
            send(kafka, "kept", "first");
            cluster = clusterId(kafka);
        }
        try (EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder), progress::add).start()) {
            send(kafka, "kept", "second");
            assertThat(read(kafka, "kept", 2)).containsExactly("first", "second");
            assertThat(clusterId(kafka)).isEqualTo(cluster);
        }
        progress.forEach(System.out::println);
        assertThat(progress).filteredOn(line -> line.contains("formatting")).hasSize(1);
        assertThat(progress)
                .filteredOn(line -> line.contains("ready on 127.0.0.1:"))
                .hasSize(2);
    }

    @Test
    void start_afterStop_servesOnTheSamePort() throws Exception {
        try (EmbeddedKafka kafka = new EmbeddedKafka(
                        EmbeddedKafkaConfig.in(folder).withFlush(EmbeddedKafkaConfig.Flush.EVERY_APPEND))
                .start()) {
            String address = kafka.bootstrapServers();
            createTopic(kafka, "outage");
            send(kafka, "outage", "before");
            kafka.stop();
            kafka.start();
            assertThat(kafka.bootstrapServers()).isEqualTo(address);
            assertThat(read(kafka, "outage", 1)).containsExactly("before");
        }
    }

    @Test
    void start_portTaken_namesThePort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                EmbeddedKafka kafka =
                        new EmbeddedKafka(EmbeddedKafkaConfig.in(folder).withPort(taken.getLocalPort()))) {
            assertThatThrownBy(kafka::start)
                    .isInstanceOf(EmbeddedStartException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " is taken");
        }
    }

    @Test
    void start_folderInUse_saysSo() {
        try (DirectoryLock held = DirectoryLock.acquire(folder, "another");
                EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder))) {
            assertThat(held).isNotNull();
            assertThatThrownBy(kafka::start)
                    .isInstanceOf(EmbeddedStartException.class)
                    .hasMessageContaining(folder.toString())
                    .hasMessageContaining("in use by another process")
                    .hasMessageContaining("pid " + ProcessHandle.current().pid());
        }
    }

    @Test
    void start_impossibleProperty_isAnExceptionAndFreesTheFolder() {
        EmbeddedKafkaConfig config = EmbeddedKafkaConfig.in(folder);
        try (EmbeddedKafka kafka = new EmbeddedKafka(config.withProperties(Map.of("num.io.threads", "none")))) {
            assertThatThrownBy(kafka::start)
                    .isInstanceOf(EmbeddedStartException.class)
                    .hasMessageContaining("num.io.threads");
        }
        try (DirectoryLock free = DirectoryLock.acquire(folder, "next")) {
            assertThat(free).isNotNull();
        }
    }

    @Test
    void start_portSnatchedInTheLastMoment_isAnExceptionNotTheEndOfTheJvm() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String controller = "127.0.0.1:" + LoopbackPort.anyFree();
            // Settings given by hand go round the check that comes before the start.
            EmbeddedKafkaConfig config = EmbeddedKafkaConfig.in(folder)
                    .withProperties(Map.of(
                            "listeners",
                            "BROKER://127.0.0.1:" + taken.getLocalPort() + ",CONTROLLER://" + controller,
                            "controller.quorum.voters",
                            "1@" + controller));
            try (EmbeddedKafka kafka = new EmbeddedKafka(config)) {
                assertThatThrownBy(kafka::start)
                        .isInstanceOf(EmbeddedStartException.class)
                        .hasMessageContaining("failed to bind to 127.0.0.1:" + taken.getLocalPort());
            }
        }
        try (EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder)).start()) {
            assertThat(clusterId(kafka)).isNotBlank();
        }
    }

    private static void createTopic(EmbeddedKafka kafka, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get(60, TimeUnit.SECONDS);
        }
    }

    private static String clusterId(EmbeddedKafka kafka) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            return admin.describeCluster().clusterId().get(60, TimeUnit.SECONDS);
        }
    }

    private static void send(EmbeddedKafka kafka, String topic, String value) throws Exception {
        Map<String, Object> config = Map.of("bootstrap.servers", kafka.bootstrapServers(), "acks", "all");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, value)).get(60, TimeUnit.SECONDS);
        }
    }

    private static List<String> read(EmbeddedKafka kafka, String topic, int count) {
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            Set<TopicPartition> partition = Set.of(new TopicPartition(topic, 0));
            consumer.assign(partition);
            consumer.seekToBeginning(partition);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (values.size() < count && System.nanoTime() < deadline) {
                for (ConsumerRecord<String, String> found : consumer.poll(Duration.ofMillis(100))) {
                    values.add(found.value());
                }
            }
        }
        return values;
    }
}
