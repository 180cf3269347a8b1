/**
 * Following one request live (SPEC A7): what is shown to whom, until when.
 *
 * <p>Comes in: a caller who wants to follow a request, its events as the ledger topic brings them, and what Postgres has
 * of them. Goes out: frames of server-sent events, in order, none twice. Forbidden here: HTTP itself, SQL, a thread for
 * each caller, and waiting for a caller who does not read.
 */
package dev.kakutei.ingest.stream;
