package dev.kakutei.simulator;

/** The gateway's own words for where a request stands. */
public enum Status {
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
