/**
 * Accepting requests: a row, the first event and the outbox row in one transaction (SPEC A3, A4).
 *
 * <p>Comes in: requests that are well-formed. Goes out: what became of storing each of them, after the commit. Forbidden here:
 * HTTP, Kafka, and any change of a request's state other than its acceptance.
 */
package dev.kakutei.store.accept;
