/**
 * Those who are compared, and what can be asked of each while it runs: what is open, what is settled and since when, what
 * it has cost. One runs at a time, on a fresh PostgreSQL with fsync on and otherwise the same settings.
 */
package dev.kakutei.bench.contest;
