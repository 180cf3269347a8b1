/**
 * Validation of requests, the same over HTTP and by topic (SPEC A1, A2, A6, A9).
 *
 * <p>Comes in: a body as bytes, and what came beside it. Goes out: a request for the store, or a
 * {@link dev.kakutei.http.Problem} that names the field at fault and never repeats what is in the body. Forbidden
 * here: HTTP, Kafka, SQL, and a rule that holds for one transport only.
 */
package dev.kakutei.ingest.admit;
