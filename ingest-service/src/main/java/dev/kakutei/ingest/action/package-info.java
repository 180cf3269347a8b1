/**
 * What persons want done, on its way to the ledger, and what became of it (SPEC C9, C10).
 *
 * <p>Comes in: orders that were found right at the door, and a time to wait. Goes out: records of the operator topic, and
 * for each order its ending: carried out, refused, or not heard of. The events in Postgres are what counts; topics tell
 * when to look. Forbidden here: HTTP, SQL, a rule about who may do what, and a thread for each caller.
 */
package dev.kakutei.ingest.action;
