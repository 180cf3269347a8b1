/**
 * What everybody here who reads a topic has in common: a thread with a beginning and an end, a consumer that is made anew
 * when it fails, and a memory of when it last got somewhere.
 *
 * <p>Comes in: how to make a consumer, and what to do with one. Goes out: turns, until it is closed. Forbidden here: any
 * knowledge of what is on the topic.
 */
package dev.kakutei.ingest.consume;
