/**
 * Tries to break the ledger. A world of one to three requests, a shell, senders, a network, a gateway and clocks is
 * played in virtual time, single-threaded and wholly given by a seed and a schedule's number; everything goes wrong in
 * it that may, and after every step the {@link dev.kakutei.simulation.Guarantee guarantees} are checked.
 *
 * <p>Comes in: a seed and a number of schedules. Goes out: a {@link dev.kakutei.simulation.SimulationReport}. Forbidden
 * here: I/O (but for {@code SimulationMain}, which prints), reading JSON, threads, the time of day, and randomness
 * other than {@code Dice}. The ledger that is driven is the real one; the mutants of its tests change what is around
 * it, never what is inside it.
 */
package dev.kakutei.simulation;
