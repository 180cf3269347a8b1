package dev.kakutei.operator;

import dev.kakutei.boot.Settings;
import dev.kakutei.operator.search.Search;
import dev.kakutei.operator.search.SearchConfig;
import dev.kakutei.operator.stream.StreamConfig;
import java.time.Duration;

/** What can be set about searches and streams. */
final class ReadingSettings {
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
}
