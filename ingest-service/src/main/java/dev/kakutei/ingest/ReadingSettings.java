package dev.kakutei.ingest;

import dev.kakutei.boot.Settings;
import dev.kakutei.ingest.search.Search;
import dev.kakutei.ingest.search.SearchConfig;
import java.time.Duration;

/** What can be set about reading back. */
final class ReadingSettings {
    private ReadingSettings() {}

    static SearchConfig search(Settings settings) {
        return new SearchConfig(
                settings.integer(
                        "ingest.search.rows",
                        20_000,
                        Search.MOST + 1,
                        1_000_000,
                        "most rows that are looked at for one page of a search; the next page goes on from there"),
                settings.duration(
                        "ingest.search.timeout",
                        Duration.ofSeconds(5),
                        Duration.ofMillis(10),
                        Duration.ofSeconds(25),
                        "how long Postgres may search before it gives up"));
    }
}
