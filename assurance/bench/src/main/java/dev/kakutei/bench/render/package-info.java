/**
 * Results made readable: lines for a terminal, tables and plots for docs/performance.md. The plots are SVG, written by
 * hand, and the same for the same results, so that a change of one shows in a review.
 *
 * <p>Comes in: results. Goes out: text. Forbidden here: measuring, and rounding that hides a difference.
 */
package dev.kakutei.bench.render;
