/**
 * Callers for benches, and latencies counted from when a request was due. One thread keeps many connections busy for
 * some ten microseconds a request, because on a small machine the caller's work is taken from what is measured.
 */
package dev.kakutei.bench.load;
