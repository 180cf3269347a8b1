package dev.kakutei.relay.publish;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The producer's settings: no gap, no reordering, and retries without end. */
final class ProducerSettings {
    private ProducerSettings() {}

    static Map<String, Object> of(KafkaConfig kafka, Duration requestTimeout) {
        // Its idempotence keeps the order of a partition across retries, with several requests under way.
        Map<String, Object> all = KafkaClients.durableProperties(kafka, "kakutei-outbox-relay");
        // Each batch is flushed at its end, so this only lets records of one batch travel together.
        all.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        all.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
        // A broker that is away is waited for; what is not acknowledged is not acknowledged to Postgres either.
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) Integer.MAX_VALUE);
        all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) requestTimeout.toMillis());
        all.put(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 50L);
        all.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000L);
        return all;
    }
}
