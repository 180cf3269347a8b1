package dev.kakutei.bench.contest;

import static java.util.Objects.requireNonNull;

/**
 * An order with an end.
 *
 * @param key the caller's
 * @param gatewayKey under which it was posted
 * @param atMicros since 1970: when the transaction was committed that says so
 */
public record SettledOrder(String key, String gatewayKey, long atMicros, End end) {
    public SettledOrder {
        requireNonNull(key, "key");
        requireNonNull(end, "end");
    }

    /** What can be said of it without a person. */
    public enum End {
        SUCCEEDED,
        FAILED,
        /** It may have been taken, the gateway does not know, and a person has to find out. */
        IN_DOUBT
    }
}
