/**
 * Postgres: its connections, the migration, and rows as records.
 *
 * <p>Comes in: where it is. Goes out: connections, and how a record is a row. Forbidden here: HTTP, Kafka, and any rule about a
 * request.
 */
package dev.kakutei.store.database;
