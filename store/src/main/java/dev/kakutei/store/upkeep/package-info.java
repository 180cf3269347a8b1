/**
 * Maintenance of the tables while the service runs: checking whether the snapshots are the fold of their events (SPEC
 * E3), rebuilding them, and deleting what is settled and old (SPEC A10).
 *
 * <p>Comes in: commands of a person, or the time of day. Goes out: differences, repaired rows, fewer rows. Forbidden
 * here: changing an event, inserting into the outbox (an insert there is a message), and a transaction that others wait
 * for longer than a moment.
 */
package dev.kakutei.store.upkeep;
