/**
 * Kafka clients, made in one way.
 *
 * <p>Comes in: where Kafka is, and what a client is for. Goes out: properties and clients. Forbidden here: topics, and what
 * is done with a client.
 */
package dev.kakutei.boot.kafka;
