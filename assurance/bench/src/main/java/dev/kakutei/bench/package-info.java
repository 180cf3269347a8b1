/**
 * What each hop costs, measured side by side in one run. Benches are programs, never timed unit tests.
 *
 * <p>Comes in: options on the command line. Goes out: figures, as text. Forbidden here: a figure that was not measured.
 */
package dev.kakutei.bench;
