/**
 * The service that runs the ledger on Kafka Streams, exactly once.
 *
 * <p>Comes in: settings. Goes out: a running topology with its health and metrics. Forbidden here: rules (they live in
 * {@code ledger}).
 */
package dev.kakutei.verifier;
