/**
 * Puts accepted requests on their topic, and says so only when the brokers have them.
 *
 * <p>Comes in: routed messages, in commit order. Goes out: records of the accepted topic, keyed by request; what the
 * brokers will never take is returned. Forbidden here: Debezium, SQL, and giving up on a broker that is away.
 */
package dev.kakutei.relay.publish;
