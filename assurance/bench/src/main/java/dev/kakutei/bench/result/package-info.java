/**
 * What a bench found, as a value and as a file. docs/performance/README.md describes the form of the file.
 *
 * <p>Comes in: counts and histograms. Goes out: JSON, read back as it was. Forbidden here: measuring.
 */
package dev.kakutei.bench.result;
