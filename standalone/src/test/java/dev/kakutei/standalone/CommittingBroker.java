package dev.kakutei.standalone;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.testkit.RealKafka;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A broker whose producers end transactions all the time, each over all partitions and the position of a group; to be
 * killed meanwhile. The next one on its data takes up its transactions as it would without what {@code embedded} does
 * about a dead broker, so that some of them hang (KAFKA-20734).
 */
final class CommittingBroker {
    static final String TOPIC = "kakutei.whole";
    static final int PARTITIONS = 6;
    static final int PRODUCERS = 6;
    static final String COMMITTING = "committing";
    private static final int TURNS = 100;

    private CommittingBroker() {}

    /** One that is not taken for the only node of its cluster, and comes back where it was. */
    static EmbeddedKafka on(Path folder, int port, int controllerPort) {
        return new EmbeddedKafka(EmbeddedKafkaConfig.in(folder)
                .withPort(port)
                .withProperties(Map.of(
                        "controller.quorum.voters",
                        "1@127.0.0.1:" + controllerPort,
                        "listeners",
                        "BROKER://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                        "broker.session.timeout.ms",
                        "2000",
                        "broker.heartbeat.interval.ms",
                        "500")));
    }

    static String group(int producer) {
        return "group-" + producer;
    }

    static KafkaProducer<String, String> producer(String bootstrap, int number) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "transactional.id",
                        "producer-" + number,
                        "transaction.timeout.ms",
                        "2000"),
                new StringSerializer(),
                new StringSerializer());
    }

    static ConsumerGroupMetadata membership(String bootstrap, int producer) {
        try (KafkaConsumer<String, String> member = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "group.id", group(producer)),
                new StringDeserializer(),
                new StringDeserializer())) {
            return member.groupMetadata();
        }
    }

    /** The same word in every partition, and the turn as the position of the producer's group. */
    static void write(KafkaProducer<String, String> producer, ConsumerGroupMetadata group, int number, long turn) {
        producer.beginTransaction();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            producer.send(new ProducerRecord<>(TOPIC, partition, Integer.toString(number), number + ":" + turn));
        }
        producer.sendOffsetsToTransaction(Map.of(new TopicPartition(TOPIC, 0), new OffsetAndMetadata(turn)), group);
    }

    public static void main(String[] args) throws Exception {
        EmbeddedKafka kafka = on(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]))
                .start();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            if (!admin.listTopics().names().get().contains(TOPIC)) {
                RealKafka.createTopics(kafka.bootstrapServers(), List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)));
            }
        }
        List<Thread> producing = IntStream.range(0, PRODUCERS)
                .mapToObj(number -> new Thread(() -> endForEver(kafka.bootstrapServers(), number)))
                .toList();
        producing.forEach(Thread::start);
        for (Thread thread : producing) {
            thread.join();
        }
    }

    private static void endForEver(String bootstrap, int number) {
        try (KafkaProducer<String, String> producer = producer(bootstrap, number)) {
            producer.initTransactions();
            ConsumerGroupMetadata group = membership(bootstrap, number);
            long first = System.currentTimeMillis() * 1_000;
            for (long turn = first; ; turn++) {
                write(producer, group, number, turn);
                // Some of them abort every third time, so that both decisions are found.
                if (number % 2 == 1 && turn % 3 == 0) {
                    producer.abortTransaction();
                } else {
                    producer.commitTransaction();
                }
                if (turn == first + TURNS && number == 0) {
                    System.out.println(COMMITTING);
                }
            }
        }
    }
}
