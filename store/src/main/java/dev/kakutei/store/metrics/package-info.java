/**
 * What is counted and timed of the tables, with every name in one place.
 *
 * <p>Comes in: a registry. Goes out: metrics. Forbidden here: anything that decides.
 */
package dev.kakutei.store.metrics;
