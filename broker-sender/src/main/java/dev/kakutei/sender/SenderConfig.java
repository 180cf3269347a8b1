package dev.kakutei.sender;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.GatewaySettings;
import dev.kakutei.boot.InstanceName;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.Duration;

/**
 * The settings of a sender.
 *
 * @param name which sender this is, in its reports
 * @param pollRecords how many commands are read at once from a lane
 * @param drain how long a stop waits for calls under way
 * @param pendingReports how many reports of one gateway may wait for Kafka before no more calls to it are begun
 */
public record SenderConfig(
        String name, KafkaConfig kafka, Gateways gateways, int pollRecords, Duration drain, int pendingReports) {
    public SenderConfig {
        requireNonNull(name, "name");
        requireNonNull(kafka, "kafka");
        requireNonNull(gateways, "gateways");
        requireNonNull(drain, "drain");
    }

    public static SenderConfig read(Settings settings) {
        String name = settings.text(
                "sender.name", "", "which sender this is, in its reports; empty: the host's name and a random part");
        KafkaConfig kafka = KafkaConfig.read(settings);
        Gateways gateways = GatewaySettings.read(settings);
        int pollRecords = settings.integer(
                "sender.poll.records", 100, 1, 10_000, "how many commands are read at once from a gateway's lane");
        Duration drain = settings.duration(
                "sender.drain",
                Duration.ofSeconds(5),
                Duration.ZERO,
                Duration.ofMinutes(10),
                "how long a stop waits for calls under way; what is still open then is reported as unknown");
        int pendingReports = settings.integer(
                "sender.reports.pending",
                1000,
                1,
                1_000_000,
                "how many reports of one gateway may wait for Kafka before no more calls to it are begun");
        return new SenderConfig(
                name.isEmpty() ? InstanceName.any("sender") : name,
                kafka,
                gateways,
                pollRecords,
                drain,
                pendingReports);
    }
}
