package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.ReservedPort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./kakutei repair-transactions} where Kafka has really left markers out (KAFKA-20734): transactions end while half of
 * their partitions, of records and of positions, have no leader.
 */
@Tag("proof")
class RepairTransactionsCommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String TOPIC = "kakutei.whole";
    private static final int PARTITIONS = 4;
    private static final int PRODUCERS = 4;
    private static final int ABORTS = 3;
    private static final TransactionState[] IDLE = {TransactionState.COMPLETE_COMMIT, TransactionState.COMPLETE_ABORT};
    private static final List<TopicPartition> ALL = IntStream.range(0, PARTITIONS)
            .mapToObj(partition -> new TopicPartition(TOPIC, partition))
            .toList();

    @TempDir
    private Path folder;

    private EmbeddedKafka kafka;
    private Admin admin;

    @Test
    void repair_markersLeftOut_endsEveryTransactionAsItWasDecided() throws Exception {
        int controllerPort = ReservedPort.next();
        int secondPort = ReservedPort.next();
        Path second = folder.resolve("second");
        try (EmbeddedKafka first = SecondBroker.first(folder.resolve("first"), ReservedPort.next(), controllerPort)
                        .start();
                Admin asking = Admin.create(Map.of("bootstrap.servers", first.bootstrapServers()))) {
            kafka = first;
            admin = asking;
            String cluster = admin.describeCluster().clusterId().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            try (ChildJvm broker = SecondBroker.start(second, cluster, secondPort, controllerPort, LIMIT)) {
                endWhileHalfIsAway(broker);
            }
            try (ChildJvm again = SecondBroker.start(second, cluster, secondPort, controllerPort, LIMIT)) {
                awaitLeaders(PARTITIONS);
                seeAndRepair();
                assertThat(again.isAlive()).isTrue();
            }
        }
    }

    private void endWhileHalfIsAway(ChildJvm broker) throws Exception {
        createTopics();
        List<KafkaProducer<String, String>> producers = new ArrayList<>();
        try {
            for (int number = 0; number < PRODUCERS; number++) {
                KafkaProducer<String, String> producer = producer(number);
                producers.add(producer);
                producer.initTransactions();
                write(producer, number, 1);
                producer.commitTransaction();
                write(producer, number, 2);
                producer.flush();
            }
            broker.kill9();
            awaitLeaders(PARTITIONS / 2);
            for (int number = 0; number < PRODUCERS; number++) {
                if (number == ABORTS) {
                    producers.get(number).abortTransaction();
                } else {
                    producers.get(number).commitTransaction();
                }
            }
        } finally {
            producers.forEach(producer -> producer.close(Duration.ofSeconds(2)));
        }
        Await.until("the coordinator believes all to be complete", LIMIT, () -> {
            var all = admin.listTransactions().all().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            return all.size() == PRODUCERS
                    && all.stream().allMatch(one -> Set.of(IDLE).contains(one.state()));
        });
    }

    private void seeAndRepair() throws Exception {
        CommandRun doctor =
                run("doctor", "-s", "postgres.url=jdbc:postgresql://127.0.0.1:1/none", "-s", "postgres.user=none");
        assertThat(doctor.out())
                .containsPattern("mistake +kafka +kakutei.whole-3: a transaction hangs from offset \\d+ on")
                .containsPattern("mistake +kafka +__consumer_offsets-\\d: a transaction hangs")
                .containsPattern("warning +kafka +__consumer_offsets: 1 copy: the senders' position")
                .containsPattern("mistake +kafka +__consumer_offsets: min.insync.replicas 1")
                .containsPattern("mistake +kafka +__transaction_state: min.insync.replicas 1")
                .containsPattern("note +kafka +KAFKA-20734: ")
                .contains("./kakutei repair-transactions");

        List<JsonNode> planned = planned();
        assertThat(planned).hasSizeGreaterThan(PRODUCERS * PARTITIONS / 2).allSatisfy(plan -> {
            String decided = plan.get("transactional_id").textValue().equals(id(ABORTS)) ? "abort" : "commit";
            assertThat(plan.get("decision").textValue()).isEqualTo(decided);
            assertThat(plan.get("outcome").textValue()).isEqualTo("would be ended");
        });
        assertThat(planned()).as("nothing was changed").containsExactlyInAnyOrderElementsOf(planned);
        CommandRun shown = run("repair-transactions");
        assertThat(shown.code()).isEqualTo(1);
        assertThat(shown.out()).contains("nothing was changed, --apply writes markers");

        CommandRun applied = run("repair-transactions", "--apply");
        assertThat(applied.out()).contains(planned.size() + " ended, 0 left");
        assertThat(applied.code()).isZero();
        assertThat(run("repair-transactions").out()).startsWith("0 hanging");
        assertWhole(2);

        for (int number = 0; number < PRODUCERS; number++) {
            try (KafkaProducer<String, String> next = producer(number)) {
                next.initTransactions();
                write(next, number, 3);
                next.commitTransaction();
            }
        }
        assertWhole(3);
    }

    /** Every turn is in all partitions or, where it was aborted, in none; and the last one is its group's position. */
    private void assertWhole(long last) throws Exception {
        Map<String, Set<Integer>> expected = new HashMap<>();
        for (int number = 0; number < PRODUCERS; number++) {
            for (long turn = 1; turn <= last; turn++) {
                if (number != ABORTS || turn != 2) {
                    expected.put(number + ":" + turn, Set.of(0, 1, 2, 3));
                }
            }
        }
        Map<String, Set<Integer>> written = new HashMap<>();
        try (KafkaConsumer<String, String> consumer = consumer("reader")) {
            consumer.assign(ALL);
            consumer.seekToBeginning(ALL);
            Await.until(
                    "all that was committed is readable",
                    LIMIT,
                    () -> {
                        consumer.poll(Duration.ofMillis(200))
                                .forEach(record -> written.computeIfAbsent(record.value(), any -> new HashSet<>())
                                        .add(record.partition()));
                        return written;
                    },
                    expected::equals);
        }
        for (int number = 0; number < PRODUCERS; number++) {
            long position = admin.listConsumerGroupOffsets(
                            group(number), new ListConsumerGroupOffsetsOptions().requireStable(true))
                    .partitionsToOffsetAndMetadata()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .get(ALL.get(0))
                    .offset();
            assertThat(position).as(group(number)).isEqualTo(number == ABORTS && last == 2 ? 1 : last);
        }
    }

    /** Records and positions half here and half there, everything that coordinates transactions here. */
    private void createTopics() throws Exception {
        admin.createTopics(List.of(
                        new NewTopic(TOPIC, halves(PARTITIONS)),
                        new NewTopic("__consumer_offsets", halves(4)).configs(Map.of("cleanup.policy", "compact")),
                        new NewTopic(
                                        "__transaction_state",
                                        Map.of(0, List.of(1), 1, List.of(1), 2, List.of(1), 3, List.of(1)))
                                .configs(Map.of("cleanup.policy", "compact"))))
                .all()
                .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static Map<Integer, List<Integer>> halves(int partitions) {
        Map<Integer, List<Integer>> replicas = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            replicas.put(partition, List.of(partition < partitions / 2 ? 1 : SecondBroker.ID));
        }
        return replicas;
    }

    private void awaitLeaders(int count) {
        for (String topic : List.of(TOPIC, "__consumer_offsets")) {
            Await.until(
                    count + " partitions of " + topic + " have a leader",
                    LIMIT,
                    () -> admin
                                    .describeTopics(List.of(topic))
                                    .allTopicNames()
                                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                                    .get(topic)
                                    .partitions()
                                    .stream()
                                    .filter(RepairTransactionsCommandTest::hasLeader)
                                    .count()
                            == count);
        }
    }

    private static boolean hasLeader(TopicPartitionInfo partition) {
        return partition.leader() != null && !partition.leader().isEmpty();
    }

    private void write(KafkaProducer<String, String> producer, int number, long turn) {
        producer.beginTransaction();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            producer.send(new ProducerRecord<>(TOPIC, partition, null, number + ":" + turn));
        }
        try (KafkaConsumer<String, String> member = consumer(group(number))) {
            producer.sendOffsetsToTransaction(Map.of(ALL.get(0), new OffsetAndMetadata(turn)), member.groupMetadata());
        }
    }

    private List<JsonNode> planned() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        CommandRun run = run("repair-transactions", "--json");
        assertThat(run.err()).isEmpty();
        for (String line : run.out().lines().toList()) {
            lines.add(Json.MAPPER.readTree(line));
        }
        return lines;
    }

    private CommandRun run(String command, String... more) {
        List<String> args = new ArrayList<>(List.of(command, "-s", "kafka.bootstrap=" + kafka.bootstrapServers()));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private KafkaProducer<String, String> producer(int number) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers", kafka.bootstrapServers(),
                        "transactional.id", id(number),
                        "transaction.timeout.ms", "60000"),
                new StringSerializer(),
                new StringSerializer());
    }

    private KafkaConsumer<String, String> consumer(String group) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        kafka.bootstrapServers(),
                        "group.id",
                        group,
                        "enable.auto.commit",
                        false,
                        "isolation.level",
                        "read_committed"),
                new StringDeserializer(),
                new StringDeserializer());
    }

    private static String id(int number) {
        return "producer-" + number;
    }

    private static String group(int number) {
        return "group-" + number;
    }
}
