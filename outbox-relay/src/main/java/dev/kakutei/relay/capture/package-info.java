/**
 * Reads inserted outbox rows from PostgreSQL's WAL, through one replication slot, which is the only truth about what
 * was read.
 *
 * <p>Comes in: the address of a database whose table, publication and slot the migrations have made. Goes out: batches
 * of {@link dev.kakutei.relay.route.CapturedRow} in commit order, each at least once, and what the slot looks like.
 * {@code io.debezium} lives here only, {@code java.sql} here and in {@code reconcile}. Forbidden here: making a slot or
 * a publication, keeping an offset anywhere else, reading the table, and any knowledge of topics.
 */
package dev.kakutei.relay.capture;
