/**
 * What runs have shown, on paper: a record of each as JSON, its page, the table and the plot of how callers got over each
 * kind of fault, and the page of several runs together.
 *
 * <p>Comes in: measured values. Goes out: text. Forbidden here: processes, a clock, and a second opinion on what was proved.
 */
package dev.kakutei.chaos.report;
