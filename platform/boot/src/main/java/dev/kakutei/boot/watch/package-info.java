/**
 * The metrics that every service has in the same way: one latency for each hop, with the trace of a request as
 * exemplar, and the registry that Prometheus reads.
 *
 * <p>Comes in: how long a hop took. Goes out: metrics. Forbidden here: a label whose values a caller can make up.
 */
package dev.kakutei.boot.watch;
