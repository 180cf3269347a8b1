/**
 * The alerts, for reading: what operators were notified of, and whether it is resolved.
 *
 * <p>Comes in: the topic of alerts. Goes out: rows of {@code alerts}, and lists of them. Forbidden here: deciding what
 * deserves an alert, or when it is over; that is the ledger's.
 */
package dev.kakutei.operator.alert;
