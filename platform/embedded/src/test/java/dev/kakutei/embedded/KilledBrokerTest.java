package dev.kakutei.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker dies with transactions that are being ended, and comes back. */
class KilledBrokerTest {
    private static final String TOPIC = "transactions";
    private static final int PARTITIONS = 6;
    private static final int PRODUCERS = 6;
    /** One in {@code ./kakutei test}, three in {@code ./kakutei test --all}. */
    private static final int ROUNDS = "full".equals(System.getProperty("kakutei.depth")) ? 3 : 1;

    private static final int TURNS = 100;
    private static final long LIMIT_SECONDS = 60;

    @TempDir
    Path folder;

    @Test
    void killedWhileTransactionsEnd_thenStartedOnAnotherPort_noReaderWaitsForever() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            killWhileTransactionsEnd();
            int another = LoopbackPort.anyFree();
            try (EmbeddedKafka kafka =
                    new EmbeddedKafka(EmbeddedKafkaConfig.in(folder).withPort(another)).start()) {
                assertThat(kafka.port()).isEqualTo(another);
                awaitNothingHangs(kafka);
            }
        }
    }

    private void killWhileTransactionsEnd() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledBrokerTest.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.lines().anyMatch("committing"::equals)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Whatever comes behind the transactions must be readable soon; those that were open are aborted after their time. */
    private static void awaitNothingHangs(EmbeddedKafka kafka) throws Exception {
        Map<TopicPartition, Long> written = writeToAll(kafka);
        try (KafkaConsumer<String, String> committed = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer())) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            while (!readable(committed, written) && System.nanoTime() < deadline) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
            assertThat(readable(committed, written))
                    .as("written %s, readable up to %s", written, committed.endOffsets(written.keySet()))
                    .isTrue();
        }
    }

    private static Map<TopicPartition, Long> writeToAll(EmbeddedKafka kafka) throws Exception {
        Map<TopicPartition, Long> written = new HashMap<>();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                long offset = producer.send(new ProducerRecord<>(TOPIC, partition, null, "after"))
                        .get(LIMIT_SECONDS, TimeUnit.SECONDS)
                        .offset();
                written.put(new TopicPartition(TOPIC, partition), offset);
            }
        }
        return written;
    }

    private static boolean readable(KafkaConsumer<?, ?> committed, Map<TopicPartition, Long> written) {
        return committed.endOffsets(written.keySet()).entrySet().stream()
                .allMatch(end -> end.getValue() > written.get(end.getKey()));
    }

    /** The child: commits small transactions over all partitions until it is killed. */
    public static void main(String[] args) throws Exception {
        EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(Path.of(args[0]))).start();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            if (!admin.listTopics().names().get().contains(TOPIC)) {
                admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                        .all()
                        .get();
            }
        }
        List<Thread> producing = IntStream.range(0, PRODUCERS)
                .mapToObj(number -> new Thread(() -> commitForEver(kafka, number)))
                .toList();
        producing.forEach(Thread::start);
        for (Thread thread : producing) {
            thread.join();
        }
    }

    private static void commitForEver(EmbeddedKafka kafka, int number) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "transactional.id",
                "producer-" + number,
                "transaction.timeout.ms",
                "2000");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            for (int turn = 0; ; turn++) {
                producer.beginTransaction();
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    producer.send(new ProducerRecord<>(TOPIC, partition, null, "value"));
                }
                producer.commitTransaction();
                if (turn == TURNS && number == 0) {
                    System.out.println("committing");
                }
            }
        }
    }
}
