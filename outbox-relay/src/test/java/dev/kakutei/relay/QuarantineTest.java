package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TopicReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** A row that cannot be announced blocks no other row, and cannot be overlooked. */
class QuarantineTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void poison_amongGoodRows_isQuarantinedLoudlyAndTheOthersPass() {
        OutboxFixture outbox = OutboxFixture.migrated();
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();
        try (OutboxRelay relay = new OutboxRelay(outbox.config(), metrics);
                TopicReader reader = outbox.reader()) {
            relay.start();
            String before = outbox.insert(1).get(0);
            UUID invalid = UUID.randomUUID();
            outbox.insert(invalid, Instant.now(), "[\"not an object\"]");
            UUID tooLarge = UUID.randomUUID();
            outbox.insert(tooLarge, Instant.now(), "{\"blob\":\"" + "x".repeat(1_200_000) + "\"}");
            String after = outbox.insert(1).get(0);

            List<String> keys = reader
                    .until(
                            "the good rows pass",
                            SOON,
                            seen -> seen.stream()
                                    .anyMatch(record -> record.key().equals(after)))
                    .stream()
                    .map(ConsumerRecord::key)
                    .toList();
            assertThat(keys).contains(before, after).doesNotContain(invalid.toString(), tooLarge.toString());
            // Counted when Kafka's answers have come back, which may be after a reader has the record.
            Await.untilAsserted("all are counted", () -> {
                assertThat(metrics.counter("relay.rows.quarantined").count()).isEqualTo(2);
                assertThat(metrics.counter("relay.rows.published").count()).isEqualTo(2);
            });
            assertThat(metrics.counter("relay.rows.captured").count()).isEqualTo(4);
            assertThat(relay.checks().get(0).problem().get())
                    .hasValueSatisfying(text -> assertThat(text).contains(tooLarge.toString()));
            assertThat(relay.state()).isEqualTo(RelayState.CAPTURING);
        }
    }
}
