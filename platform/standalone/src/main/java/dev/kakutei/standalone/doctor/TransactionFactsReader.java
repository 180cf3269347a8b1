package dev.kakutei.standalone.doctor;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.standalone.transactions.TransactionReader;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.SupportedVersionRange;

/** Asks a Kafka about open transactions, and how new it is. */
final class TransactionFactsReader {
    private static final int TIMEOUT_SECONDS = 15;

    private TransactionFactsReader() {}

    /** @param longest {@code transaction.max.timeout.ms} of the brokers */
    static TransactionFacts read(KafkaConfig config, Duration longest)
            throws ExecutionException, TimeoutException, InterruptedException {
        Map<String, Object> properties = config.clientProperties("kakutei-doctor-transactions");
        properties.put("request.timeout.ms", 6_000);
        properties.put("default.api.timeout.ms", 8_000);
        try (Admin admin = Admin.create(properties)) {
            SupportedVersionRange known = admin.describeFeatures()
                    .featureMetadata()
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .supportedFeatures()
                    .get("metadata.version");
            TransactionReader.Seen seen = TransactionReader.look(admin, config, longest);
            return new TransactionFacts(
                    seen.hanging(), seen.leaders().size(), seen.unread(), known == null ? 0 : known.maxVersion());
        }
    }
}
