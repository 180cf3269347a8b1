/**
 * The state of the whole installation, queried from Postgres at intervals, so that it is right after a restart and in
 * every instance: how many requests wait for what, how old the outbox is.
 *
 * <p>Comes in: the ledger's rows. Goes out: gauges. Forbidden here: a question whose cost grows with all requests that
 * wait; beyond a bound it is answered by "at least", or from a sample.
 */
package dev.kakutei.store.watch;
