/**
 * The shell around the ledger: load the entry, ask the ledger, store what it says, forward the rest. It has no
 * opinions.
 *
 * <p>Comes in: bytes from topics, and the time. Goes out: messages to the sinks, and writes to the stores. Forbidden
 * here: any decision about a request; it belongs in {@code dev.kakutei.ledger}.
 */
package dev.kakutei.verifier.ledger;
