/**
 * What every service is watched by in the same way: one latency for each hop, with the trace of a request that took it,
 * and the registry that Prometheus reads.
 *
 * <p>Comes in: how long a hop took. Goes out: meters. Forbidden here: a label whose values a caller can make up.
 */
package dev.kakutei.boot.watch;
