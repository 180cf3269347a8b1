package dev.kakutei.simulator;

/** The gateway's own words for the state of a request. */
public enum GatewayStatus {
    AUTHORIZED,
    FILLED,
    PENDING,
    DECLINED,
    NOT_FOUND;

    /** Money or shares have moved, or are about to. */
    boolean counts() {
        return this == AUTHORIZED || this == FILLED || this == PENDING;
    }
}
