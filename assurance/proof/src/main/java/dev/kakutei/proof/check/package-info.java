/**
 * The checks themselves: each looks at one request's case file and says what it found. Pure.
 *
 * <p>Comes in: a {@link dev.kakutei.proof.check.CaseCheck}. Goes out: findings. Forbidden here: anything that reads, and
 * any opinion about what a system under load may get away with: what cannot be judged is skipped and counted, never passed.
 */
package dev.kakutei.proof.check;
