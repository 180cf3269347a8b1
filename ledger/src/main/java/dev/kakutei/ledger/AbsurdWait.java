package dev.kakutei.ledger;

/** A waiting time that was asked for and is not kept as it was asked. */
public enum AbsurdWait {
    /** The gateway asks for longer than anybody is believed. */
    TOO_LONG,
    /** The gateway asks in words that make no sense. */
    SENSELESS,
    /** A quota's period is longer than any that is waited for. */
    QUOTA_TOO_LONG
}
