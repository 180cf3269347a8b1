/**
 * The alerts, for reading: what somebody was told, and whether it is over.
 *
 * <p>Comes in: the topic of alerts. Goes out: rows of {@code alerts}, and lists of them. Forbidden here: deciding what
 * deserves an alert, or when it is over; that is the ledger's.
 */
package dev.kakutei.ingest.alert;
