package dev.kakutei.bench.contest;

import static java.util.Objects.requireNonNull;

/**
 * An order with an end.
 *
 * @param key the caller's
 * @param gatewayKey under which it was posted
 * @param atMicros since 1970: when the transaction was committed that says so
 */
public record Settled(String key, String gatewayKey, long atMicros, End end) {
    public Settled {
        requireNonNull(key, "key");
        requireNonNull(end, "end");
    }

    /** What can be said of it without a person. */
    public enum End {
        SUCCEEDED,
        FAILED,
        /** It may have been taken, the gateway cannot tell, and somebody has to look. */
        IN_DOUBT
    }
}
