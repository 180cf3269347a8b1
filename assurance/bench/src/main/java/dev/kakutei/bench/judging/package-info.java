/**
 * What it costs to judge an answer (SPEC D4, D8): criteria, paths and regexes by JMH, and what part they are of a whole
 * call over loopback.
 *
 * <p>Comes in: nothing. Goes out: JMH's figures, and a line for each limit with whether it was kept.
 */
package dev.kakutei.bench.judging;
