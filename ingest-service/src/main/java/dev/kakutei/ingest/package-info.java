/**
 * The service that accepts requests, answers their callers, and shows their outcome. This package is the wiring.
 *
 * <p>Comes in: settings. Goes out: a running service. Forbidden here: SQL, HTTP and Kafka themselves, which live in
 * {@code store}, {@code http}, {@code topic} and {@code project}.
 */
package dev.kakutei.ingest;
