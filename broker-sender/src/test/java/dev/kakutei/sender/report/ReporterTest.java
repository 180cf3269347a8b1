package dev.kakutei.sender.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import dev.kakutei.testkit.TopicReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class ReporterTest {
    private static final Report REPORT = new Report.AttemptReport(
            Fixtures.ID,
            1,
            "gw",
            "s-1",
            Instant.parse("2026-01-01T00:00:00Z"),
            new Outcome.Delivered(Answer.none(Category.OK, null, null)));

    private static Topic<Report> topic() {
        Topic<Report> topic = new Topics(RealKafka.freshPrefix(), 2).outcomes();
        RealKafka.createTopic(topic.name(), topic.partitions());
        return topic;
    }

    private static Reporter reporter(Topic<Report> topic, String bootstrap, Duration timeout) {
        Reporter reporter = new Reporter(topic, Map.of("bootstrap.servers", bootstrap), 2, timeout);
        reporter.start();
        return reporter;
    }

    @Test
    void publish_report_isKeyedByItsRequest() throws Exception {
        Topic<Report> topic = topic();
        try (Reporter reporter = reporter(topic, RealKafka.bootstrapServers(), Await.LIMIT);
                TopicReader reader = TopicReader.committed(topic.name())) {
            CompletableFuture<Void> published = reporter.publish(REPORT);
            Await.until("it is published", published::isDone);
            ConsumerRecord<String, String> record =
                    reader.untilCount(1, Await.LIMIT).get(0);

            assertThat(record.key()).isEqualTo(Fixtures.ID.toString());
            assertThat(Codecs.REPORT.decode(record.value().getBytes(UTF_8))).isEqualTo(REPORT);
            assertThat(published).isCompleted();
            Await.until("none is pending", () -> reporter.pending() == 0);
        }
    }

    @Test
    void close_reportJustPublished_isFlushed() {
        Topic<Report> topic = topic();
        try (TopicReader reader = TopicReader.committed(topic.name())) {
            Reporter reporter = reporter(topic, RealKafka.bootstrapServers(), Await.LIMIT);
            CompletableFuture<Void> published = reporter.publish(REPORT);
            reporter.close();

            assertThat(published).isCompleted();
            assertThat(reader.toEnd(Await.LIMIT)).hasSize(1);
        }
    }

    /** Its producer never gives up: a close that waited for it would not return. */
    @Test
    void publish_kafkaAway_neitherBlocksNorDropsUntilTheClose() {
        Reporter reporter = reporter(new Topics("", 1).outcomes(), "127.0.0.1:1", Duration.ofMillis(300));
        CompletableFuture<Void> first = reporter.publish(REPORT);
        assertThat(reporter.hasRoom("gw")).isTrue();
        reporter.publish(REPORT);
        assertThat(reporter.hasRoom("gw")).isFalse();
        assertThat(reporter.hasRoom("another")).as("room of its own (SPEC D7)").isTrue();
        assertThat(first).isNotDone();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(reporter::close);
        Await.until("the close gives up", closing::isDone);
        assertThat(closing).isCompleted();
    }
}
