package dev.kakutei.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class RealServersTest {
    private static final Duration SOON = Await.LIMIT;

    @Test
    void freshDatabase_askedTwice_givesTwoThatDoNotSeeEachOther() throws Exception {
        RealPostgres.Database one = RealPostgres.freshDatabase();
        RealPostgres.Database two = RealPostgres.freshDatabase();
        try (Connection first = one.connect();
                Connection second = two.connect()) {
            first.createStatement().execute("CREATE TABLE mine (n int)");
            try (ResultSet found = second.createStatement().executeQuery("SELECT to_regclass('mine')")) {
                found.next();
                assertThat(found.getString(1)).isNull();
            }
        }
        assertThat(one.toString()).doesNotContain(one.password());
    }

    @Test
    void topicReader_committedAndAborted_seesWhatItsIsolationAllows() {
        String topic = RealKafka.createTopic(RealKafka.freshPrefix() + "words", 2);
        try (KafkaProducer<String, String> producer = transactional(topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, 0, "k", "kept"));
            producer.commitTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, 1, "k", "dropped"));
            producer.flush();
            producer.abortTransaction();
        }
        try (TopicReader committed = TopicReader.committed(topic);
                TopicReader all =
                        new TopicReader(RealKafka.bootstrapServers(), TopicReader.Isolation.READ_UNCOMMITTED, topic)) {
            assertThat(committed.toEnd(SOON)).extracting(ConsumerRecord::value).containsExactly("kept");
            assertThat(all.untilCount(2, SOON))
                    .extracting(ConsumerRecord::value)
                    .containsExactlyInAnyOrder("kept", "dropped");
        }
    }

    @Test
    void topicReader_recordNeverComes_saysWhatWasSeen() {
        String topic = RealKafka.createTopic(RealKafka.freshPrefix() + "quiet", 1);
        try (TopicReader reader = TopicReader.committed(topic)) {
            assertThatThrownBy(() -> reader.untilCount(1, Duration.ofMillis(200)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining(topic)
                    .hasMessageContaining("0 records seen");
        }
    }

    @Test
    void freshPrefix_askedTwice_differs() {
        assertThat(RealKafka.freshPrefix()).isNotEqualTo(RealKafka.freshPrefix());
    }

    private static KafkaProducer<String, String> transactional(String id) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", RealKafka.bootstrapServers(), "transactional.id", id),
                new StringSerializer(),
                new StringSerializer());
    }
}
