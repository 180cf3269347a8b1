/** Processes that benches start, and what the kernel says they cost. Reads {@code /proc}: on other systems there are no figures. */
package dev.kakutei.bench.process;
