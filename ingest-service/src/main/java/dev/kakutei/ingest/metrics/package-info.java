/**
 * What is counted and timed in this service, with every name in one place.
 *
 * <p>Comes in: a registry. Goes out: metrics. Forbidden here: anything that decides.
 */
package dev.kakutei.ingest.metrics;
