/**
 * Takes commands from the lane of one gateway: at most once each. An offset is committed before its command is acted on,
 * so that a crash, a pause or a rebalance can lose an attempt's answer but never repeat its post (SPEC D6). Where the
 * position is lost, what may have been posted is reported as unknown (SPEC H3).
 *
 * <p>Comes in: records of a commands topic. Goes out: commands that are ours alone, each with the age after which it must
 * not be acted on. Forbidden here: HTTP, and acting on anything whose commit is not confirmed.
 */
package dev.kakutei.sender.consume;
