/**
 * What is counted and timed of reading and acting, with every name in one place.
 *
 * <p>Comes in: a registry. Goes out: metrics. Forbidden here: anything that decides.
 */
package dev.kakutei.operator.metrics;
