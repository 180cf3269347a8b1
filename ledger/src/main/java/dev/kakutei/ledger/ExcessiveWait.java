package dev.kakutei.ledger;

/** A waiting time that a gateway asked for and that is not kept as asked: it is excessive, or cannot be read. */
public enum ExcessiveWait {
    /** The gateway asks for longer than {@link RetryHint#MAX}. */
    TOO_LONG,
    /** The gateway's header is neither a number nor a date. */
    INVALID,
    /** A quota's period is longer than {@link RetryDelay#MAX_QUOTA_WAIT}. */
    QUOTA_TOO_LONG
}
