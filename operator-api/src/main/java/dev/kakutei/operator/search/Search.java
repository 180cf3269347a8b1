package dev.kakutei.operator.search;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * Which requests are looked for, and which page of them. What is null does not matter.
 *
 * @param client whose requests; null for those of all clients
 * @param from accepted then or later
 * @param to accepted before
 * @param limit most requests on a page
 * @param after where the page begins; null for the newest
 */
public record Search(
        String client,
        StatusFilter statuses,
        String gateway,
        String currency,
        BigDecimal minAmount,
        BigDecimal maxAmount,
        Instant from,
        Instant to,
        int limit,
        Cursor after) {
    public static final int DEFAULT_LIMIT = 50;
    public static final int MAX_LIMIT = 500;
    /** Postgres and the wire agree on years of four digits. */
    public static final Instant END_OF_TIME = Instant.parse("9999-12-31T23:59:59Z");

    public Search {
        requireNonNull(statuses, "statuses");
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_LIMIT + " requests, not " + limit);
        }
    }
}
