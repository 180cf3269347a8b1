/**
 * The tables at work: this package is the wiring, and what can be set.
 *
 * <p>Comes in: settings, requests that are well-formed, the ledger topic. Goes out: what became of storing each request, rows as
 * records, and whether anything was lost. Forbidden here: HTTP, and a statement in SQL, which live in the packages below.
 */
package dev.kakutei.store;
