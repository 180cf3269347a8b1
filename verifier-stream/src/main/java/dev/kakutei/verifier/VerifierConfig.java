package dev.kakutei.verifier;

import dev.kakutei.boot.GatewaySettings;
import dev.kakutei.boot.GatewaySource;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.Settings;
import dev.kakutei.boot.position.RecoveryNames;
import dev.kakutei.ledger.Retention;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.streams.StreamsConfig;

/** The settings of verifier-stream. */
public record VerifierConfig(
        KafkaConfig kafka,
        GatewaySource gateways,
        Path stateDir,
        int threads,
        int standbys,
        Duration commitInterval,
        Duration tickInterval,
        int tickLimit,
        Retention retention,
        String instance) {
    public static VerifierConfig read(Settings settings) {
        return new VerifierConfig(
                KafkaConfig.read(settings),
                GatewaySettings.source(settings),
                Path.of(settings.text(
                        "verifier.state-dir", "data/verifier", "where the local copy of the state is kept")),
                settings.integer(
                        "verifier.threads",
                        1,
                        1,
                        64,
                        "threads that process partitions, each with transactions of its own"),
                settings.integer("verifier.standbys", 0, 0, 3, "warm copies of the state on other instances"),
                settings.duration(
                        "verifier.commit-interval",
                        Duration.ofMillis(500),
                        Duration.ofMillis(1),
                        Duration.ofSeconds(5),
                        "how long a transaction stays open at most: it is committed much earlier while little comes"),
                settings.duration(
                        "verifier.tick-interval",
                        Duration.ofMillis(100),
                        Duration.ofMillis(10),
                        Duration.ofSeconds(10),
                        "how often due timers are looked for"),
                settings.integer(
                        "verifier.tick-limit",
                        500,
                        1,
                        100_000,
                        "the most due timers that one check handles, per partition"),
                retention(settings),
                settings.text("verifier.instance", "verifier", "the name of this instance in logs and client ids"));
    }

    public static Retention retention(Settings settings) {
        return new Retention(settings.duration(
                "verifier.retention",
                Duration.ofDays(7),
                Duration.ofHours(1),
                Duration.ofDays(3650),
                "how long a settled request is remembered, so that a late answer is known for what it is"));
    }

    /** Each recovery begins with a state of its own: what is left of an earlier one is not read again. */
    public static String applicationId(KafkaConfig kafka, int recovery) {
        return RecoveryNames.verifierGroup(kafka.topics().prefix(), recovery);
    }

    StreamsConfig streams(int recovery) {
        return new StreamsConfig(StreamsSettings.of(this, recovery));
    }
}
