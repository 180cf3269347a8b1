package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import java.io.IOException;
import java.net.ServerSocket;
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
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./kakutei mend-transactions} where Kafka has really left markers out (KAFKA-20734). */
class MendTransactionsCommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ROUNDS = 5;
    private static final List<TopicPartition> ALL = IntStream.range(0, CommittingBroker.PARTITIONS)
            .mapToObj(partition -> new TopicPartition(CommittingBroker.TOPIC, partition))
            .toList();

    @TempDir
    private Path folder;

    @Test
    void mend_markersLeftOutByADyingBroker_endsEveryTransactionAsItWasDecided() throws Exception {
        int port = freePort();
        int controllerPort = freePort();
        for (int round = 1; round <= ROUNDS; round++) {
            killWhileTransactionsEnd(port, controllerPort);
            try (EmbeddedKafka kafka =
                    CommittingBroker.on(folder, port, controllerPort).start()) {
                awaitCoordinatorsIdle(kafka);
                if (hanging(kafka).isEmpty()) {
                    continue;
                }
                mend(kafka);
                return;
            }
        }
        throw new AssertionError("no transaction hung in " + ROUNDS + " rounds: nothing was tested");
    }

    private static void mend(EmbeddedKafka kafka) throws Exception {
        CommandRun doctor = run(kafka, "doctor", "-s", "postgres.url=jdbc:postgresql://127.0.0.1:1/none");
        assertThat(doctor.out())
                .containsPattern("mistake +kafka +(kakutei.whole|__consumer_offsets)-\\d: a transaction hangs")
                .contains("./kakutei mend-transactions");

        List<JsonNode> planned = hanging(kafka);
        assertThat(planned)
                .allSatisfy(plan -> assertThat(plan.get("outcome").textValue()).isEqualTo("would be ended"));
        assertThat(hanging(kafka)).as("nothing was changed").isEqualTo(planned);
        CommandRun shown = run(kafka, "mend-transactions");
        assertThat(shown.code()).isEqualTo(1);
        assertThat(shown.out()).contains("nothing was changed, --apply writes markers");

        CommandRun applied = run(kafka, "mend-transactions", "--apply");
        assertThat(applied.out()).contains(planned.size() + " ended, 0 left");
        assertThat(applied.code()).isZero();
        assertThat(run(kafka, "mend-transactions").out()).startsWith("0 hanging");
        assertWhole(kafka);

        try (KafkaProducer<String, String> next = CommittingBroker.producer(kafka.bootstrapServers(), 0)) {
            next.initTransactions();
            CommittingBroker.write(next, CommittingBroker.membership(kafka.bootstrapServers(), 0), 0, Long.MAX_VALUE);
            next.commitTransaction();
        }
        assertWhole(kafka);
        System.out.println("mended " + planned);
    }

    /** Every transaction is in all partitions or in none, and the last one of each producer is its group's position. */
    private static void assertWhole(EmbeddedKafka kafka) throws Exception {
        Map<String, Set<Integer>> written = new HashMap<>();
        Map<String, Long> last = new HashMap<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(ALL);
            consumer.seekToBeginning(ALL);
            Map<TopicPartition, Long> ends = ends(kafka);
            Await.until("everything is readable", LIMIT, () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> {
                    written.computeIfAbsent(record.value(), any -> new HashSet<>())
                            .add(record.partition());
                    last.merge(record.key(), Long.parseLong(record.value().split(":")[1]), Math::max);
                });
                return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
            });
        }
        assertThat(written).isNotEmpty();
        assertThat(written)
                .allSatisfy((word, partitions) -> assertThat(partitions).hasSize(CommittingBroker.PARTITIONS));
        try (Admin admin = admin(kafka)) {
            for (int number = 0; number < CommittingBroker.PRODUCERS; number++) {
                String group = CommittingBroker.group(number);
                long position = admin.listConsumerGroupOffsets(
                                group, new ListConsumerGroupOffsetsOptions().requireStable(true))
                        .partitionsToOffsetAndMetadata()
                        .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                        .get(ALL.get(0))
                        .offset();
                assertThat(position).as(group).isEqualTo(last.get(Integer.toString(number)));
            }
        }
    }

    private void killWhileTransactionsEnd(int port, int controllerPort) {
        try (ChildJvm child = ChildJvm.start(
                CommittingBroker.class, folder.toString(), Integer.toString(port), Integer.toString(controllerPort))) {
            child.awaitLine(CommittingBroker.COMMITTING, LIMIT);
            child.kill9();
        }
    }

    /** What was open is aborted after its time; what was being ended is ended, or believed to be. */
    private static void awaitCoordinatorsIdle(EmbeddedKafka kafka) {
        Set<TransactionState> idle =
                Set.of(TransactionState.EMPTY, TransactionState.COMPLETE_COMMIT, TransactionState.COMPLETE_ABORT);
        try (Admin admin = admin(kafka)) {
            Await.until("no coordinator has anything in hand", LIMIT, () -> {
                var all = admin.listTransactions().all().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                return all.size() == CommittingBroker.PRODUCERS
                        && all.stream().allMatch(listing -> idle.contains(listing.state()));
            });
        }
    }

    private static List<JsonNode> hanging(EmbeddedKafka kafka) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        CommandRun run = run(kafka, "mend-transactions", "--json");
        assertThat(run.err()).isEmpty();
        for (String line : run.out().lines().toList()) {
            lines.add(Json.MAPPER.readTree(line));
        }
        return lines;
    }

    private static CommandRun run(EmbeddedKafka kafka, String command, String... more) {
        List<String> args = new ArrayList<>(List.of(command, "-s", "kafka.bootstrap=" + kafka.bootstrapServers()));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static Map<TopicPartition, Long> ends(EmbeddedKafka kafka) throws Exception {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        ALL.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        try (Admin admin = admin(kafka)) {
            admin.listOffsets(latest)
                    .all()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .forEach((partition, info) -> ends.put(partition, info.offset()));
        }
        return ends;
    }

    private static Admin admin(EmbeddedKafka kafka) {
        return Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
