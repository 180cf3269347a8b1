package dev.kakutei.sender;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.GatewaySettings;
import dev.kakutei.boot.GatewaySource;
import dev.kakutei.boot.InstanceName;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.http.AddressSettings;
import dev.kakutei.boot.network.HostList;
import dev.kakutei.sender.alert.WebhookConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a sender.
 *
 * @param name which sender this is, in its reports
 * @param hosts what the gateways' hosts must be among
 * @param pollRecords how many commands are read at once from a lane
 * @param allow addresses that every gateway may have though they are not public
 * @param drain how long a stop waits for calls under way
 * @param pendingReports how many reports of one gateway may wait for Kafka before no more calls to it are begun
 * @param webhook where alerts are posted; empty for nowhere
 */
public record SenderConfig(
        String name,
        KafkaConfig kafka,
        GatewaySource gateways,
        HostList hosts,
        List<String> allow,
        int pollRecords,
        Duration drain,
        int pendingReports,
        Optional<WebhookConfig> webhook) {
    private static final String HOSTS = "sender.hosts";
    private static final String ALLOW = "sender.allow";

    public SenderConfig {
        requireNonNull(name, "name");
        requireNonNull(kafka, "kafka");
        requireNonNull(gateways, "gateways");
        requireNonNull(hosts, "hosts");
        allow = List.copyOf(allow);
        requireNonNull(drain, "drain");
        requireNonNull(webhook, "webhook");
    }

    public static SenderConfig read(Settings settings) {
        return read(settings, System.getenv());
    }

    /** @param environment where the secrets of gateways may be */
    static SenderConfig read(Settings settings, Map<String, String> environment) {
        String name = settings.text(
                "sender.name", "", "which sender this is, in its reports; empty: the host's name and a random part");
        KafkaConfig kafka = KafkaConfig.read(settings);
        GatewaySource gateways = GatewaySettings.source(settings);
        HostList hosts = HostList.of(settings.text(
                HOSTS,
                "",
                "the hosts that gateways may have, separated by commas; *.example.com is every name below example.com;"
                        + " empty: those that the gateway file names"));
        hosts.mistakes().forEach(mistake -> settings.mistake(HOSTS, mistake));
        List<String> allow = AddressSettings.allow(
                settings,
                ALLOW,
                "addresses that every gateway may have though they are not public: loopback, private,"
                        + " link_local or ranges, separated by commas; empty: those of its"
                        + " network.allow");
        GatewayChecks.mistakes(gateways.gateways(), hosts, allow, environment)
                .forEach(mistake -> settings.mistake("gateways.file", mistake));
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
                hosts,
                allow,
                pollRecords,
                drain,
                pendingReports,
                WebhookSettings.read(settings, hosts, allow, environment));
    }
}
