/**
 * How much is asked of one gateway at once (SPEC D7): so many calls under way, so many in a second, and none but a few
 * probes while it is down. Each gateway has its own, and nothing in here is shared between two.
 *
 * <p>Comes in: the limits of the gateway file, and what each call said of the gateway's health. Goes out: how many calls
 * may begin now, or what holds them. The bucket and the breaker are pure: they know no clock and no thread; the
 * {@link dev.kakutei.sender.limit.CallLimiter} brings both. Forbidden here: Kafka, HTTP, and the wall clock.
 */
package dev.kakutei.sender.limit;
