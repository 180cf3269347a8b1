/**
 * The ledger topic, written back into Postgres for reading, exactly once (SPEC E1).
 *
 * <p>Comes in: ledger events, in order for each request. Goes out: rows of {@code ledger_events}, {@code ledger} and
 * {@code outbox_orders}, changed in one transaction with how far the topic was read; new events to those who follow a
 * request. Forbidden here: deciding anything about a request, and skipping an event silently.
 */
package dev.kakutei.store.project;
