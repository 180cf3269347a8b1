package dev.kakutei.relay.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.relay.route.CapturedRow;
import dev.kakutei.relay.route.Routed;
import dev.kakutei.relay.route.Router;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class AcceptedPublisherTest {
    private static final Topics TOPICS = new Topics("t.", 1);

    /** Kafka's own fake: answers each record by script, or waits for the test. */
    private final MockProducer<byte[], byte[]> kafka =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public synchronized void flush() {
                    // Unlike the fake's own, this answers nothing: what is not acknowledged stays so.
                }
            };

    private final AcceptedPublisher publisher = new AcceptedPublisher(TOPICS, kafka);

    @Test
    void publish_oneAckMissing_doesNotReturn() throws Exception {
        CompletableFuture<List<Routed.Unroutable>> publishing = inBackground(List.of(message(1), message(2)));
        awaitSent(2);

        kafka.completeNext();
        assertThat(publishing.isDone()).isFalse();
        kafka.completeNext();

        assertThat(publishing.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)).isEmpty();
        assertThat(kafka.history())
                .extracting(record -> new String(record.key()))
                .containsExactly(id(1), id(2));
        assertThat(kafka.history())
                .allSatisfy(record -> assertThat(record.topic()).isEqualTo("t.accepted"));
    }

    @Test
    void publish_recordTooLarge_isHandedBackAndTheOthersPass() throws Exception {
        CompletableFuture<List<Routed.Unroutable>> publishing = inBackground(List.of(message(1), message(2)));
        awaitSent(2);

        kafka.errorNext(new RecordTooLargeException("2 MB"));
        kafka.completeNext();

        assertThat(publishing.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .singleElement()
                .satisfies(refused -> {
                    assertThat(refused.row().id()).isEqualTo(id(1));
                    assertThat(refused.reason()).contains("2 MB");
                });
    }

    @Test
    void publish_fatalError_failsTheWholeBatch() throws Exception {
        CompletableFuture<List<Routed.Unroutable>> publishing = inBackground(List.of(message(1), message(2)));
        awaitSent(2);

        kafka.completeNext();
        kafka.errorNext(new ClusterAuthorizationException("no"));

        assertThatThrownBy(() -> publishing.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(PublishFailed.class);
    }

    @Test
    void settings_always_waitOutABrokerAndKeepTheOrder() {
        Map<String, Object> settings =
                ProducerSettings.of(new KafkaConfig("localhost:1", TOPICS, 1), Duration.ofSeconds(7));

        assertThat(settings)
                .containsEntry(ProducerConfig.ACKS_CONFIG, "all")
                .containsEntry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true)
                .containsEntry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE)
                .containsEntry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4")
                .doesNotContainKeys(ProducerConfig.RETRIES_CONFIG, ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    }

    private CompletableFuture<List<Routed.Unroutable>> inBackground(List<Routed.Message> batch) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return publisher.publish(batch);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void awaitSent(int count) {
        Await.until(count + " records sent", () -> kafka.history().size() == count);
    }

    private static String id(int number) {
        return "0190a1b2-0000-7000-8000-00000000000" + number;
    }

    private static Routed.Message message(int number) {
        return (Routed.Message) Router.route(new CapturedRow(
                id(number),
                "shop",
                "k-" + number,
                "order",
                "simulator",
                null,
                null,
                "{}",
                "ab".repeat(32),
                new CapturedRow.Times("2026-01-02T03:04:05.678Z", "2026-01-02T03:04:35.678Z", null),
                null,
                null));
    }
}
