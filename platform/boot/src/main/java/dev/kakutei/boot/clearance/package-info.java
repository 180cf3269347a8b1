/**
 * Whether this service may decide and send (SPEC H3): verifiers and senders ask, ingest-service compares Kafka with Postgres and
 * answers.
 *
 * <p>Comes in: {@code clearances}. Goes out: {@code clearance.requests}. Forbidden here: taking silence for a clearance.
 */
package dev.kakutei.boot.clearance;
