/**
 * What people would use instead of Kakutei, each doing the same work: accept an order of 1 KB durably and once for each
 * key, answer 202, post it to the gateway with at most 64 under way, write down what came of it. Every peer is a process of
 * its own with the same HTTP server, the same HTTP client towards the gateway, and a PostgreSQL with the same settings.
 *
 * <p>Comes in: an address of Postgres, a gateway's port. Goes out: posts, and rows. Forbidden here: anything of
 * Kakutei's, and a setting that the peer's own documentation advises against.
 */
package dev.kakutei.bench.peer;
