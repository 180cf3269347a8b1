package dev.kakutei.ingest;

import static java.util.Objects.requireNonNull;

import dev.kakutei.access.AccessConfig;
import dev.kakutei.boot.GatewaySettings;
import dev.kakutei.boot.GatewaySource;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.http.HttpConfig;
import dev.kakutei.ingest.topic.TopicConfig;
import dev.kakutei.operator.OperatorConfig;
import dev.kakutei.store.StoreConfig;
import java.time.Duration;

/** Everything that can be set about ingest-service. */
public record IngestConfig(
        HttpConfig http,
        AccessConfig access,
        TopicConfig topic,
        KafkaConfig kafka,
        GatewaySource gateways,
        StoreConfig store,
        OperatorConfig operators) {
    public IngestConfig {
        requireNonNull(http, "http");
        requireNonNull(access, "access");
        requireNonNull(topic, "topic");
        requireNonNull(kafka, "kafka");
        requireNonNull(gateways, "gateways");
        requireNonNull(store, "store");
        requireNonNull(operators, "operators");
    }

    /** Records mistakes in {@code settings}; the caller ends with {@link Settings#check}. */
    public static IngestConfig read(Settings settings) {
        HttpConfig http = HttpSettings.http(settings);
        return new IngestConfig(
                http,
                HttpSettings.access(settings, http),
                topic(settings),
                KafkaConfig.read(settings),
                GatewaySettings.source(settings),
                StoreConfig.read(settings),
                OperatorConfig.read(settings, http.deadlines()));
    }

    private static TopicConfig topic(Settings settings) {
        return new TopicConfig(
                settings.word(
                        "ingest.topic.enabled",
                        TopicConfig.Enabled.class,
                        TopicConfig.Enabled.TRUE,
                        "whether requests are also taken from the request topic"),
                settings.text(
                        "ingest.topic.group", "ingest-requests", "the consumer group that reads the request topic"),
                settings.integer("ingest.topic.records", 200, 1, 5_000, "maximum of its records in one transaction"),
                settings.duration(
                        "ingest.topic.progress-timeout",
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(1),
                        Duration.ofHours(1),
                        "how long the request topic may make no progress before it is reported as unhealthy"));
    }
}
