/**
 * Takes out of texts what must not be kept: secrets that are known, and what looks like one.
 *
 * <p>Comes in: what a gateway answered, what is logged. Goes out: the same text, masked. Forbidden here: a pattern that a
 * hostile text can make slow.
 */
package dev.kakutei.boot.redact;
