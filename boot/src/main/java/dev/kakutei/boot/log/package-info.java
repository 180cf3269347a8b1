/**
 * What a line of the log looks like: the fields of a request that it speaks of, and nothing in it that must not be kept
 * (SPEC F4).
 *
 * <p>Comes in: what services log. Goes out: lines without card numbers, keys and tokens, as text or JSON. Forbidden here:
 * a request's document; nobody logs it, masked or not.
 */
package dev.kakutei.boot.log;
