/**
 * Submitting requests over HTTP, and waiting for their outcome (SPEC A1–A6).
 *
 * <p>Comes in: requests as callers spell them. Goes out: well-formed requests to the store, and answers. Forbidden here: SQL,
 * Kafka, and a thread that is parked while a caller waits.
 */
package dev.kakutei.ingest.http;
