/**
 * Looking after the tables while the service runs: whether the snapshots are the fold of their events (SPEC E3), making
 * them anew, and cleaning away what is settled and old (SPEC A10).
 *
 * <p>Comes in: orders of a person, or the time of day. Goes out: differences, mended rows, fewer rows. Forbidden here:
 * changing an event, inserting into the outbox (an insert there is a message), and a transaction that others wait for
 * longer than a moment.
 */
package dev.kakutei.ingest.upkeep;
