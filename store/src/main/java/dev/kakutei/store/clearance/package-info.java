/**
 * Compares Kafka with what Postgres has read from it (SPEC H3), and answers the services that ask whether they may
 * decide and send.
 *
 * <p>Comes in: {@code clearance.requests}, how far the projection has read, and what the ledger topic holds there. Goes
 * out: {@code clearances}, and an alert where records were lost. Forbidden here: clearing a service without a
 * comparison that began after the question.
 */
package dev.kakutei.store.clearance;
