/**
 * Every topic of Kakutei: its name, what is on it, its partitions and how long it keeps things. Settings of topics stand
 * here and nowhere else.
 *
 * <p>Comes in: a prefix and a partition count. Goes out: descriptions. Forbidden here: a Kafka client.
 */
package dev.kakutei.schemas.topic;
