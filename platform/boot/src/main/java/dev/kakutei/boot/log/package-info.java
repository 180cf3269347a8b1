/**
 * The format of a log line: the fields of the request that it is about, and nothing in it that must not be kept
 * (SPEC F4).
 *
 * <p>Comes in: what services log. Goes out: lines without card numbers, keys and tokens, as text or JSON. Forbidden
 * here: a request's document; it is never logged, masked or not.
 */
package dev.kakutei.boot.log;
