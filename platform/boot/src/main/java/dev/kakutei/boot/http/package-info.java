/**
 * HTTP clients for addresses that operators configure.
 *
 * <p>Comes in: an address, time limits, what may be connected to. Goes out: a client that connects nowhere else. Forbidden
 * here: what is posted, and judging an answer.
 */
package dev.kakutei.boot.http;
