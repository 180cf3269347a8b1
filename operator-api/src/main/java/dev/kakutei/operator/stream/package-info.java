/**
 * Live streams of one request's events (SPEC A7).
 *
 * <p>Comes in: a caller that wants to follow a request, its events as the ledger topic brings them, and what Postgres has
 * of them. Goes out: frames of server-sent events, in order, none twice. Forbidden here: HTTP itself, SQL, a thread for
 * each caller, and waiting for a caller who does not read.
 */
package dev.kakutei.operator.stream;
