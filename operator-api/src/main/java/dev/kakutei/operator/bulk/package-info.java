/**
 * One action for many requests (SPEC F6): chosen by a search, requested one by one at a certain rate, over restarts.
 *
 * <p>Comes in: jobs as persons make, pause and cancel them. Goes out: actions to the ActionService, and how far each job has come.
 * The jobs are rows; any instance may work on one, one at a time. That two of them might for a moment, when one was paused
 * and taken for dead, does no harm: an action has the same name whoever requests it, and is carried out once. Forbidden here:
 * HTTP, and a rule about what may be requested.
 */
package dev.kakutei.operator.bulk;
