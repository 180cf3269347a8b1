package dev.kakutei.operator.search;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What one search may cost.
 *
 * @param rows most rows that are looked at for one page; what is found among them is shown, and the next page goes on
 * @param timeout after this Postgres gives up
 */
public record SearchConfig(int rows, Duration timeout) {
    public SearchConfig {
        requireNonNull(timeout, "timeout");
        if (rows < 1) {
            throw new IllegalArgumentException("nothing is found among " + rows + " rows");
        }
    }
}
