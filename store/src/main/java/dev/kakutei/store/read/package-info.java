/**
 * Reading requests back for callers, and the end of the ledger topic for those who wait.
 *
 * <p>Comes in: a key, or an id. Goes out: entries and events, as futures. Forbidden here: writing, and a thread for each caller.
 */
package dev.kakutei.store.read;
