package dev.kakutei.relay;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.InstanceName;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.PostgresPassword;
import dev.kakutei.boot.Settings;
import dev.kakutei.relay.capture.CaptureConfig;
import dev.kakutei.relay.capture.PostgresAddress;
import dev.kakutei.relay.capture.SlotFailover;
import dev.kakutei.relay.reconcile.ReconcileConfig;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * All settings of the relay.
 *
 * @param standbyInterval how often a standby instance checks whether the slot is free
 * @param missingGrace how long a slot or publication must be found missing or unusable, without a change, before the
 *     relay refuses
 * @param name which relay this is, on its canaries
 * @param canaryInterval how often a canary is written and the slot's lag is measured
 * @param canaryTimeout how long no canary may arrive before the relay counts as unhealthy
 * @param requestTimeout after which a broker that does not answer is asked again
 * @param slotFailover whether the slot is to be kept on the replicas as well, where PostgreSQL can do that
 */
public record RelayConfig(
        String name,
        CaptureConfig capture,
        KafkaConfig kafka,
        Duration standbyInterval,
        Duration missingGrace,
        Duration canaryInterval,
        Duration canaryTimeout,
        Duration requestTimeout,
        SlotFailover.Mode slotFailover,
        ReconcileConfig reconcile) {
    private static final Pattern SLOT = Pattern.compile("[a-z0-9_]{1,63}");
    private static final int LARGEST_BATCH = 100_000;

    public RelayConfig {
        requireNonNull(capture, "capture");
        requireNonNull(kafka, "kafka");
        requireNonNull(standbyInterval, "standbyInterval");
        requireNonNull(missingGrace, "missingGrace");
        requireNonNull(name, "name");
        requireNonNull(canaryInterval, "canaryInterval");
        requireNonNull(slotFailover, "slotFailover");
        requireNonNull(canaryTimeout, "canaryTimeout");
        requireNonNull(requestTimeout, "requestTimeout");
        requireNonNull(reconcile, "reconcile");
    }

    public static RelayConfig read(Settings settings) {
        return new RelayConfig(
                name(settings),
                capture(settings),
                KafkaConfig.read(settings),
                settings.duration(
                        "relay.standby-interval",
                        Duration.ofMillis(500),
                        Duration.ofMillis(50),
                        Duration.ofMinutes(1),
                        "how often a standby instance checks whether the slot is free"),
                settings.duration(
                        "relay.missing-grace",
                        Duration.ofSeconds(10),
                        Duration.ZERO,
                        Duration.ofMinutes(5),
                        "how long a slot or publication must be found missing or unusable, without a change, before the relay"
                                + " refuses to work; a migration may be under way"),
                settings.duration(
                        "relay.canary-interval",
                        Duration.ofSeconds(1),
                        Duration.ofMillis(100),
                        Duration.ofSeconds(3),
                        "how often a canary is written and the slot's lag is measured"),
                settings.duration(
                        "relay.canary-timeout",
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(1),
                        Duration.ofHours(1),
                        "how long no canary may arrive before the relay counts as unhealthy"),
                settings.duration(
                        "relay.request-timeout",
                        Duration.ofSeconds(10),
                        Duration.ofMillis(100),
                        Duration.ofMinutes(5),
                        "how long a broker may take to answer before it is asked again; there is no end to the asking"),
                settings.word(
                        "relay.slot-failover",
                        SlotFailover.Mode.class,
                        SlotFailover.Mode.OFF,
                        "keep the slot on the replicas as well, so that it survives a failover (PostgreSQL 17 and newer)"),
                reconcile(settings));
    }

    private static ReconcileConfig reconcile(Settings settings) {
        return new ReconcileConfig(
                settings.duration(
                        "relay.reconcile.interval",
                        Duration.ofMinutes(1),
                        Duration.ofMillis(100),
                        Duration.ofDays(1),
                        "how often the outbox is searched for accepted requests without progress"),
                settings.duration(
                        "relay.reconcile.age",
                        Duration.ofMinutes(2),
                        Duration.ofSeconds(1),
                        Duration.ofDays(1),
                        "how old an accepted request must be before it is announced again"),
                settings.integer(
                        "relay.reconcile.rows",
                        1_000,
                        1,
                        10_000,
                        "how many requests are announced again in one run, at most"));
    }

    private static String name(Settings settings) {
        String name = settings.text(
                "relay.name", "", "which relay this is, on its canaries; empty: the host's name and a random part");
        return name.isEmpty() ? InstanceName.any("relay") : name;
    }

    private static CaptureConfig capture(Settings settings) {
        PostgresAddress postgres = postgres(settings);
        String slot = settings.text("postgres.slot", "kakutei_outbox", "the replication slot that the relay reads");
        if (!SLOT.matcher(slot).matches()) {
            settings.mistake("postgres.slot", "must have 1 to 63 small letters, digits and '_'");
        }
        Duration poll = settings.duration(
                "relay.poll-interval",
                Duration.ofMillis(15),
                Duration.ofMillis(1),
                Duration.ofSeconds(1),
                "pause of an idle capture: short is quick, and costs processor time");
        int batch = settings.integer("relay.batch-rows", 2048, 1, LARGEST_BATCH, "rows handed to Kafka at once");
        int queue = settings.integer("relay.queue-rows", 8192, 2, 10 * LARGEST_BATCH, "rows that may wait in memory");
        if (queue <= batch) {
            settings.mistake("relay.queue-rows", "must be more than relay.batch-rows, " + batch);
            queue = batch + 1;
        }
        Duration acknowledge = settings.duration(
                "relay.acknowledge-interval",
                Duration.ofMillis(100),
                Duration.ZERO,
                Duration.ofMinutes(1),
                "how often deliveries are acknowledged to Postgres; what came since is repeated after a crash");
        return new CaptureConfig(postgres, slot, poll, batch, queue, acknowledge);
    }

    private static PostgresAddress postgres(Settings settings) {
        String url = settings.requiredText("postgres.url", "jdbc:postgresql://host:port/database");
        String user = settings.requiredText(
                "postgres.user", "the user to connect as; docs/guides/postgres.md lists the rights");
        String password = PostgresPassword.read(settings);
        return PostgresAddress.parse(url, user, password).orElseGet(() -> {
            if (!url.isEmpty()) {
                settings.mistake("postgres.url", "must be jdbc:postgresql://host:port/database, of one server");
            }
            return new PostgresAddress(url, "", 0, "", user, password, Map.of());
        });
    }
}
