/**
 * Callers for benches, and a clock that forgives nothing. One thread keeps many connections busy for some ten
 * microseconds a request, because on a small machine the caller's work is taken from what is measured.
 */
package dev.kakutei.bench.load;
