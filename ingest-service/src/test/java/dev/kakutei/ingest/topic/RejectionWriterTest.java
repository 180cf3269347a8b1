package dev.kakutei.ingest.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.embedded.EmbeddedKafka;
import dev.kakutei.embedded.EmbeddedKafkaConfig;
import dev.kakutei.schemas.Rejection;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.store.Requests;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TopicReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("proof")
class RejectionWriterTest {
    private static final Duration LIMIT = Await.LIMIT;

    @Test
    void publish_kafkaAway_saysSoAndWorksWhenItIsBack(@TempDir Path folder) {
        try (EmbeddedKafka broker = new EmbeddedKafka(EmbeddedKafkaConfig.in(folder)).start()) {
            KafkaConfig kafka = new KafkaConfig(broker.bootstrapServers(), new Topics("t.", 1), 1);
            TopicSetup.ensure(kafka, List.of(kafka.topics().rejections()));
            try (RejectionWriter writer = new RejectionWriter(kafka)) {
                assertThat(writer.publish(List.of())).isEmpty();
                assertThat(writer.publish(List.of(rejection(1)))).isEmpty();

                broker.stop();
                assertThat(writer.publish(List.of(rejection(2)))).isPresent();
                broker.start();

                Await.until(
                        "it is published",
                        () -> writer.publish(List.of(rejection(2))).isEmpty());
            }
            try (TopicReader reader =
                    new TopicReader(broker.bootstrapServers(), TopicReader.Isolation.READ_COMMITTED, "t.rejections")) {
                assertThat(reader.toEnd(LIMIT))
                        .extracting(record -> record.key())
                        .contains("k1", "k2");
            }
        }
    }

    private static RejectionWriter.KeyedRejection rejection(int number) {
        return new RejectionWriter.KeyedRejection(
                ("k" + number).getBytes(UTF_8),
                new Rejection(
                        new Rejection.Origin("requests", 0, number, Requests.T0, null, 0, null),
                        null,
                        null,
                        null,
                        new Rejection.Problem("urn:x", "t", 400, "d", List.of()),
                        null,
                        Requests.T0));
    }
}
