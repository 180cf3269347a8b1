package dev.kakutei.sender.limit;

import java.util.Locale;

/** In the order of a gauge: the higher, the worse. */
public enum BreakerState {
    /** Calls pass. Also what a gateway without a breaker is. */
    CLOSED,
    /** One probe at a time passes. */
    HALF_OPEN,
    /** No call passes. */
    OPEN;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
