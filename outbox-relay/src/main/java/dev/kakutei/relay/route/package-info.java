/**
 * What an outbox row says, as the first event of its request.
 *
 * <p>Comes in: {@link dev.kakutei.relay.route.CapturedRow}, the columns as text. Goes out:
 * {@link dev.kakutei.relay.route.Routed}, a message or the reason why there is none. Forbidden here: clocks, Kafka,
 * Debezium, SQL; everything is a pure function.
 */
package dev.kakutei.relay.route;
