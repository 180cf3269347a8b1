package dev.kakutei.ledger;

/** A waiting time that was asked for and is not kept as it was asked. */
public enum AbsurdWait {
    /** A quota's period is longer than any that is waited for. */
    QUOTA_TOO_LONG
}
