package dev.kakutei.ingest;

import dev.kakutei.boot.Settings;
import dev.kakutei.ingest.search.Search;
import dev.kakutei.ingest.search.SearchConfig;
import dev.kakutei.ingest.stream.StreamConfig;
import dev.kakutei.ingest.upkeep.CleaningConfig;
import dev.kakutei.ingest.watch.WatchConfig;
import java.time.Duration;

/** What can be set about reading back, and about what is kept for it. */
final class ReadingSettings {
    private static final String KEEP_REQUESTS = "ingest.cleaning.keep-requests";

    private ReadingSettings() {}

    static SearchConfig search(Settings settings) {
        return new SearchConfig(
                settings.integer(
                        "ingest.search.rows",
                        20_000,
                        Search.MAX_LIMIT + 1,
                        1_000_000,
                        "maximum of rows that are read for one page of a search; the next page continues from there"),
                settings.duration(
                        "ingest.search.timeout",
                        Duration.ofSeconds(5),
                        Duration.ofMillis(10),
                        Duration.ofSeconds(25),
                        "how long Postgres may search before the query is cancelled"));
    }

    static StreamConfig stream(Settings settings) {
        return new StreamConfig(
                settings.integer(
                        "ingest.stream.max", 1_000, 0, 100_000, "streams that may be open at once; others get 503"),
                settings.duration(
                        "ingest.stream.timeout",
                        Duration.ofMinutes(5),
                        Duration.ofSeconds(1),
                        Duration.ofHours(24),
                        "after this a stream ends; the caller may reconnect and continues where it was"),
                settings.duration(
                        "ingest.stream.heartbeat",
                        Duration.ofSeconds(15),
                        Duration.ofMillis(100),
                        Duration.ofMinutes(5),
                        "how often a stream sends a heartbeat"),
                settings.integer(
                        "ingest.stream.buffer",
                        256 * 1024,
                        16 * 1024,
                        16 * 1024 * 1024,
                        "bytes that may wait for a caller that reads slowly; beyond it the stream is closed"));
    }

    static WatchConfig watch(Settings settings) {
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

    static CleaningConfig cleaning(Settings settings) {
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
}
