package dev.kakutei.simulator;

/**
 * When the journal is forced to the disk. It is always handed to the operating system before an answer leaves, which
 * is enough to outlive the death of the process; fsync is for the death of the machine.
 */
public enum Fsync {
    NEVER,
    BATCH,
    EACH
}
