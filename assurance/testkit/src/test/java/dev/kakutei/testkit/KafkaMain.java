package dev.kakutei.testkit;

import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** A process with a broker of its own: data folder, number of records to send. */
final class KafkaMain {
    private KafkaMain() {}

    public static void main(String[] args) throws Exception {
        EmbeddedKafka kafka = new EmbeddedKafka(EmbeddedKafkaConfig.in(Path.of(args[0])), System.out::println);
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
        kafka.start();
        RealKafka.createTopics(kafka.bootstrapServers(), List.of(new NewTopic("words", 1, (short) 1)));
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "acks", "all"),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                producer.send(new ProducerRecord<>("words", "word-" + i)).get();
            }
        }
        System.out.println("all up");
        new CountDownLatch(1).await();
    }
}
