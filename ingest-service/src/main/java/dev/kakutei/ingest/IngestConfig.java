package dev.kakutei.ingest;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.GatewaySettings;
import dev.kakutei.boot.GatewaySource;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.PostgresPassword;
import dev.kakutei.boot.Settings;
import dev.kakutei.ingest.access.AccessConfig;
import dev.kakutei.ingest.action.ActionConfig;
import dev.kakutei.ingest.admit.DeadlineRule;
import dev.kakutei.ingest.bulk.BulkConfig;
import dev.kakutei.ingest.http.HttpConfig;
import dev.kakutei.ingest.project.ProjectionConfig;
import dev.kakutei.ingest.search.SearchConfig;
import dev.kakutei.ingest.store.BatchConfig;
import dev.kakutei.ingest.store.PostgresConfig;
import dev.kakutei.ingest.stream.StreamConfig;
import dev.kakutei.ingest.summary.SummariserConfig;
import dev.kakutei.ingest.tls.InvalidPem;
import dev.kakutei.ingest.tls.ListenerTls;
import dev.kakutei.ingest.tls.TlsConfig;
import dev.kakutei.ingest.topic.TopicConfig;
import dev.kakutei.ingest.upkeep.CleaningConfig;
import dev.kakutei.ingest.watch.WatchConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Everything that can be set about ingest-service. */
public record IngestConfig(
        HttpConfig http,
        AccessConfig access,
        PostgresConfig postgres,
        BatchConfig batch,
        ProjectionConfig projection,
        TopicConfig topic,
        KafkaConfig kafka,
        GatewaySource gateways,
        SearchConfig search,
        StreamConfig stream,
        CleaningConfig cleaning,
        ActionConfig actions,
        BulkConfig bulk,
        WatchConfig watch,
        Optional<SummariserConfig> summariser) {
    public IngestConfig {
        requireNonNull(http, "http");
        requireNonNull(access, "access");
        requireNonNull(postgres, "postgres");
        requireNonNull(batch, "batch");
        requireNonNull(projection, "projection");
        requireNonNull(topic, "topic");
        requireNonNull(kafka, "kafka");
        requireNonNull(gateways, "gateways");
        requireNonNull(search, "search");
        requireNonNull(stream, "stream");
        requireNonNull(cleaning, "cleaning");
        requireNonNull(watch, "watch");
        requireNonNull(actions, "actions");
        requireNonNull(bulk, "bulk");
        requireNonNull(summariser, "summariser");
    }

    private static final String TLS_CERTIFICATE = "ingest.http.tls.certificate";
    private static final String TLS_KEY = "ingest.http.tls.key";

    /** Records mistakes in {@code settings}; the caller ends with {@link Settings#check}. */
    public static IngestConfig read(Settings settings) {
        HttpConfig http = http(settings);
        return new IngestConfig(
                http,
                access(settings),
                postgres(settings),
                batch(settings),
                projection(settings),
                topic(settings),
                KafkaConfig.read(settings),
                GatewaySettings.source(settings),
                ReadingSettings.search(settings),
                ReadingSettings.stream(settings),
                ReadingSettings.cleaning(settings),
                ActionSettings.actions(settings, http.deadlines()),
                ActionSettings.bulk(settings),
                ReadingSettings.watch(settings),
                SummariserSettings.read(settings, System.getenv()));
    }

    private static HttpConfig http(Settings settings) {
        String host = settings.text("ingest.http.host", "127.0.0.1", "the address or name to listen on");
        int port = settings.integer("ingest.http.port", 8080, 0, 65_535, "the port to listen on; 0 for any");
        int body = settings.integer(
                "ingest.http.max-body",
                256 * 1024,
                1024,
                512 * 1024,
                "the longest body that is read, in bytes; a Kafka record holds 1 MB");
        int waiters = settings.integer(
                "ingest.http.max-waiting",
                10_000,
                0,
                1_000_000,
                "how many callers may wait for their outcome at once; others get 202 at once and poll");
        Duration fallback = settings.duration(
                "ingest.deadline.default",
                Duration.ofSeconds(30),
                Duration.ofMillis(1),
                Duration.ofHours(1),
                "how long a caller waits that sets no deadline");
        Duration cap = settings.duration(
                "ingest.deadline.cap",
                Duration.ofMinutes(5),
                Duration.ofMillis(1),
                Duration.ofHours(1),
                "the longest that any caller waits");
        if (fallback.compareTo(cap) > 0) {
            settings.mistake("ingest.deadline.default", "must not be longer than ingest.deadline.cap");
            fallback = cap;
        }
        Duration idle = settings.duration(
                "ingest.http.idle-timeout",
                Duration.ofSeconds(30),
                Duration.ofMillis(100),
                Duration.ofHours(1),
                "how long a connection may be silent while a request is read");
        return new HttpConfig(host, port, tls(settings), body, waiters, idle, new DeadlineRule(fallback, cap));
    }

    private static Optional<TlsConfig> tls(Settings settings) {
        String certificate = settings.text(
                TLS_CERTIFICATE,
                "",
                "a PEM file: the server's certificate, then its intermediate certificates; turns TLS on");
        String key = settings.text(TLS_KEY, "", "a PEM file: the certificate's key, PKCS#8 and not encrypted");
        Duration reload = settings.duration(
                "ingest.http.tls.reload",
                Duration.ofSeconds(10),
                Duration.ofMillis(100),
                Duration.ofHours(1),
                "how often the two files are checked; a new certificate is used without a restart");
        if (certificate.isEmpty() && key.isEmpty()) {
            return Optional.empty();
        }
        if (certificate.isEmpty() || key.isEmpty()) {
            settings.mistake(
                    certificate.isEmpty() ? TLS_CERTIFICATE : TLS_KEY,
                    "is missing; the certificate and its key go together");
            return Optional.empty();
        }
        TlsConfig tls = new TlsConfig(Path.of(certificate), Path.of(key), reload);
        try {
            ListenerTls.check(tls);
        } catch (InvalidPem e) {
            settings.mistake(e.file() == InvalidPem.File.KEY ? TLS_KEY : TLS_CERTIFICATE, e.getMessage());
        }
        return Optional.of(tls);
    }

    private static AccessConfig access(Settings settings) {
        return new AccessConfig(
                settings.word(
                        "ingest.access",
                        AccessConfig.Mode.class,
                        AccessConfig.Mode.OPEN,
                        "keys: callers need an API key; open: every caller is accepted, which is meant for callers"
                                + " on this machine only"),
                settings.duration(
                        "ingest.keys.freshness",
                        Duration.ofSeconds(5),
                        Duration.ofMillis(500),
                        Duration.ofMinutes(1),
                        "how long a revoked key may still be accepted"));
    }

    /** Where Postgres is; also for commands that need nothing else. */
    public static PostgresConfig postgres(Settings settings) {
        String url = settings.requiredText("postgres.url", "jdbc:postgresql://host:port/database");
        if (!url.isEmpty() && !url.startsWith("jdbc:postgresql:")) {
            settings.mistake("postgres.url", "must begin with jdbc:postgresql:");
        }
        String user = settings.requiredText(
                "postgres.user", "the user to connect as; docs/guides/postgres.md lists the rights");
        String password = PostgresPassword.read(settings);
        String owner = settings.text(
                "postgres.migration.user",
                "",
                "the user that creates and owns the tables, the publication and the slot; empty: postgres.user");
        String ownersPassword = PostgresPassword.read(settings, "postgres.migration.password", "the owner's password");
        String slot = settings.text("postgres.slot", "kakutei_outbox", "the replication slot that the relay reads");
        if (!slot.matches("[a-z0-9_]{1,63}")) {
            settings.mistake("postgres.slot", "must have 1 to 63 small letters, digits and '_'");
        }
        int pool = settings.integer("ingest.postgres.pool", 12, 3, 200, "connections to Postgres");
        return owner.isEmpty()
                ? new PostgresConfig(url, user, password, pool, slot)
                : new PostgresConfig(url, user, password, owner, ownersPassword, pool, slot);
    }

    private static BatchConfig batch(Settings settings) {
        return new BatchConfig(
                settings.integer("ingest.batch.writers", 2, 1, 16, "transactions that store requests at once"),
                settings.integer("ingest.batch.requests", 256, 1, 5_000, "maximum of requests in one transaction"),
                settings.duration(
                        "ingest.batch.linger",
                        Duration.ofMillis(1),
                        Duration.ZERO,
                        Duration.ofMillis(100),
                        "how long a transaction waits for more requests when the one before had several"),
                settings.integer(
                        "ingest.batch.queue",
                        5_000,
                        1,
                        1_000_000,
                        "requests that may wait to be stored; others are refused with 503"),
                settings.integer(
                        "ingest.shed.wal",
                        8 * 1024,
                        0,
                        100_000_000,
                        "MiB of WAL that Postgres may keep for the relay before requests are refused with 503;"
                                + " 0 for any"));
    }

    private static ProjectionConfig projection(Settings settings) {
        return new ProjectionConfig(
                settings.text("ingest.projection.group", "ingest-projection", "the consumer group of the projection"),
                settings.integer("ingest.projection.records", 1_000, 1, 10_000, "maximum of events in one transaction"),
                settings.duration(
                        "ingest.projection.progress-timeout",
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(1),
                        Duration.ofHours(1),
                        "how long the projection may make no progress before it is reported as unhealthy"));
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
