/**
 * The rules of the business: a pure, total state machine. {@link dev.kakutei.ledger.Ledger#decide} looks at a request's
 * state, something that was observed and the time, and returns what happened (facts) and what is to be done (effects).
 * {@link dev.kakutei.ledger.Entry#apply} is the only way a state moves, live and on replay.
 *
 * <p>Comes in: records of {@code schemas} and the time. Goes out: decisions. Forbidden here: clocks, randomness, threads,
 * I/O, and every library beyond the JDK and {@code schemas}.
 */
package dev.kakutei.ledger;
