/**
 * Transactions in Kafka that no coordinator will ever end, and what their coordinator decided about them.
 *
 * <p>A partition's leader shows which transactions are open there, the coordinator which ones it is at work on. What is
 * open and no coordinator is at work on hangs: every reader of committed records waits behind it (KAFKA-20734). The topic {@code
 * __transaction_state} keeps for a while what was decided, and that is what a repair writes.
 *
 * <p>In: a Kafka. Out: {@link dev.kakutei.standalone.transactions.HangingTransaction}s, and markers. Readers ask and
 * know no rules; {@code Abandoned} and {@code Decisions} are pure functions of what was read.
 *
 * <p>Forbidden here: guessing. A marker that the coordinator did not decide tears a transaction apart.
 */
package dev.kakutei.standalone.transactions;
