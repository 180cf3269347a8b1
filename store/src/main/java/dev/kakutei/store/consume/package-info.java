/**
 * What all topic readers of this service share: a thread with a start and an end, a consumer that is created again when it
 * fails, and a record of when it last made progress.
 *
 * <p>Comes in: how to make a consumer, and what to do with one. Goes out: turns, until it is closed. Forbidden here: any
 * knowledge of what is on the topic.
 */
package dev.kakutei.store.consume;
