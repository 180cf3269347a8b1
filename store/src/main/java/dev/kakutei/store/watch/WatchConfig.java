package dev.kakutei.store.watch;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How often Postgres is asked, and how much of it is looked at.
 *
 * @param rows of each state, no more rows than this are counted; of the open requests, about so many are looked at
 */
public record WatchConfig(Duration every, int rows) {
    public WatchConfig {
        requireNonNull(every, "every");
        if (rows < 1) {
            throw new IllegalArgumentException("rows must be positive, not " + rows);
        }
    }
}
