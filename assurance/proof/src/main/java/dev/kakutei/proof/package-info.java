/**
 * Checks the promises against what was recorded: the ledger topic, Postgres, the topics around them, and the gateways'
 * journals.
 *
 * <p>Comes in: one request's whole history at a time ({@link dev.kakutei.proof.CaseFile}), and what was agreed
 * ({@link dev.kakutei.proof.ProofContext}). Goes out: findings for each {@link dev.kakutei.proof.Promise}. Forbidden here: a
 * client, a file, a clock; those are in {@code read} and {@code report}.
 */
package dev.kakutei.proof;
