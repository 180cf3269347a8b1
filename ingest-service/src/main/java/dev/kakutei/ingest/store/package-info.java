/**
 * Postgres: the tables, accepting requests in them, and reading them.
 *
 * <p>Comes in: requests that are well-formed. Goes out: what became of storing each of them, and rows as records.
 * Forbidden here: HTTP, Kafka, and any change of a request's state other than its acceptance.
 */
package dev.kakutei.ingest.store;
