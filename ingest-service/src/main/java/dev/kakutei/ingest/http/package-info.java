/**
 * The HTTP API.
 *
 * <p>Comes in: requests as callers spell them. Goes out: well-formed requests to the store, and answers; every error is
 * an {@code application/problem+json} that names the field at fault and says nothing of our insides. Forbidden here: SQL,
 * Kafka, and a thread that is parked while a caller waits.
 */
package dev.kakutei.ingest.http;
