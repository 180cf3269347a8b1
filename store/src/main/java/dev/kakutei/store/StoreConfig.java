package dev.kakutei.store;

import static java.util.Objects.requireNonNull;

import dev.kakutei.boot.PostgresPassword;
import dev.kakutei.boot.Settings;
import dev.kakutei.store.accept.BatchConfig;
import dev.kakutei.store.database.PostgresConfig;
import dev.kakutei.store.project.ProjectionConfig;
import dev.kakutei.store.upkeep.CleaningConfig;
import dev.kakutei.store.watch.WatchConfig;
import java.time.Duration;

/** What can be set about the tables: where they are, how they are written, and what is kept. */
public record StoreConfig(
        PostgresConfig postgres,
        BatchConfig batch,
        ProjectionConfig projection,
        CleaningConfig cleaning,
        WatchConfig watch) {
    private static final String KEEP_REQUESTS = "ingest.cleaning.keep-requests";

    public StoreConfig {
        requireNonNull(postgres, "postgres");
        requireNonNull(batch, "batch");
        requireNonNull(projection, "projection");
        requireNonNull(cleaning, "cleaning");
        requireNonNull(watch, "watch");
    }

    /** Records mistakes in {@code settings}; the caller ends with {@link Settings#check}. */
    public static StoreConfig read(Settings settings) {
        return new StoreConfig(
                postgres(settings), batch(settings), projection(settings), cleaning(settings), watch(settings));
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

    private static CleaningConfig cleaning(Settings settings) {
        Duration requests = settings.duration(
                KEEP_REQUESTS,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofDays(36_500),
                "how long a settled request is kept, with its key and its events; 0s for ever. A key that is deleted"
                        + " can be used again, and its request is then sent again");
        if (!requests.isZero() && requests.compareTo(CleaningConfig.MIN_RETENTION) < 0) {
            settings.mistake(KEEP_REQUESTS, "must be 0s, for ever, or at least 30d: it is the memory of all keys");
            requests = Duration.ZERO;
        }
        return new CleaningConfig(
                settings.duration(
                        "ingest.cleaning.keep-outbox",
                        Duration.ofDays(7),
                        Duration.ofMinutes(1),
                        Duration.ofDays(36_500),
                        "how long a settled request keeps its outbox row; never less than until its own expiry"),
                requests,
                settings.duration(
                        "ingest.cleaning.every",
                        Duration.ofMinutes(1),
                        Duration.ofMillis(100),
                        Duration.ofDays(1),
                        "how often settled and old rows are searched for"),
                settings.integer(
                        "ingest.cleaning.batch",
                        500,
                        1,
                        10_000,
                        "maximum of rows that one transaction of cleaning reads"));
    }

    private static WatchConfig watch(Settings settings) {
        return new WatchConfig(
                settings.duration(
                        "ingest.watch.every",
                        Duration.ofSeconds(10),
                        Duration.ofMillis(100),
                        Duration.ofMinutes(10),
                        "how often Postgres is asked how many requests wait, and for how long"),
                settings.integer(
                        "ingest.watch.rows",
                        20_000,
                        100,
                        1_000_000,
                        "maximum of rows counted for each state; at the maximum the figure means at least so many"));
    }
}
