/**
 * The service that accepts requests, answers their callers, and shows their outcome. This package is the wiring.
 *
 * <p>Comes in: settings. Goes out: a running service. Forbidden here: SQL, HTTP and Kafka themselves, which live in the
 * packages below.
 */
package dev.kakutei.ingest;
