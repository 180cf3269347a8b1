package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How much a gateway is asked at once (SPEC D7). Each sender keeps them on its own: two senders may ask twice as much.
 *
 * @param concurrency how many calls may be under way at once
 * @param rate null for no limit
 * @param breaker null where it is turned off
 */
public record Limits(int concurrency, Rate rate, Breaker breaker) {
    /** A bucket of {@code burst} tokens that fills at {@code perSecond}; each call takes one. */
    public record Rate(double perSecond, int burst) {}

    /**
     * Calls stop when {@code failures} of the last {@code of} failed, for {@code openFor}; then {@code probes} calls are
     * let through one by one, and if all of them succeed, all are.
     */
    public record Breaker(int failures, int of, Duration openFor, int probes) {
        public Breaker {
            requireNonNull(openFor, "open_for");
        }
    }
}
