/**
 * A proof's findings on paper: as text for a terminal, as JSON for programs, as one HTML page for an auditor.
 *
 * <p>Comes in: a {@link dev.kakutei.proof.ProofReport}. Goes out: text. Forbidden here: a judgement.
 */
package dev.kakutei.proof.report;
