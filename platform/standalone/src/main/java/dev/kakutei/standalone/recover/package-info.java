/**
 * {@code ./kakutei recover}: after Kafka has lost records, everything that may have been sent without a trace becomes in doubt,
 * never new (SPEC H3, ADR 30).
 *
 * <p>Comes in: Postgres, and what Kafka still has. Goes out: facts on the ledger topic, a new state of the verifier, new positions
 * of the senders. Forbidden here: deciding what becomes of a request (the ledger does), and working beside a verifier or sender.
 */
package dev.kakutei.standalone.recover;
