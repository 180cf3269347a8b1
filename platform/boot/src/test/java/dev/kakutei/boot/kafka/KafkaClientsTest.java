package dev.kakutei.boot.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.topic.Topics;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaClientsTest {
    private final KafkaConfig kafka =
            new KafkaConfig("broker:9092", new Topics("shop.", 3), 1, Map.of("security.protocol", "SSL"));

    @Test
    void consumerProperties_anyClient_commitsNothingByItself() {
        assertThat(KafkaClients.consumerProperties(kafka, "me", KafkaClients.Begin.NOWHERE))
                .containsAllEntriesOf(kafka.clientProperties("me"))
                .containsEntry("enable.auto.commit", false)
                .containsEntry("auto.offset.reset", "none")
                .doesNotContainKeys("group.id", "isolation.level");
    }

    @Test
    void memberProperties_group_readsCommittedRecordsFromTheBeginning() {
        assertThat(KafkaClients.memberProperties(kafka, "me", "readers"))
                .containsAllEntriesOf(kafka.clientProperties("me"))
                .containsEntry("group.id", "shop.readers")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("auto.offset.reset", "earliest")
                .containsEntry("isolation.level", "read_committed");
    }

    @Test
    void durableProperties_producer_isAcknowledgedByAllAndIdempotent() {
        assertThat(KafkaClients.durableProperties(kafka, "me"))
                .containsAllEntriesOf(kafka.clientProperties("me"))
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true);
    }

    @Test
    void promptProperties_producer_givesUpAfterTwiceTheTimeout() {
        assertThat(KafkaClients.promptProperties(kafka, "me", Duration.ofSeconds(2)))
                .containsEntry("max.block.ms", 2_000)
                .containsEntry("request.timeout.ms", 2_000)
                .containsEntry("delivery.timeout.ms", 4_000)
                .containsEntry("acks", "1");
    }

    @Test
    void adminProperties_longTimeout_asksEachBrokerForThirtySecondsOnly() {
        assertThat(KafkaClients.adminProperties(kafka, "me", Duration.ofMinutes(2)))
                .containsEntry("default.api.timeout.ms", 120_000)
                .containsEntry("request.timeout.ms", 30_000);
    }
}
