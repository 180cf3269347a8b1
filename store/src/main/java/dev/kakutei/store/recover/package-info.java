/**
 * What a recovery needs of Postgres (SPEC H3): the requests as they are known, and how far Kafka counts as read.
 *
 * <p>Comes in: rows and events. Goes out: the same, for whoever rebuilds the verifier's state; the projection's position, the
 * alerts. Forbidden here: deciding what becomes of a request.
 */
package dev.kakutei.store.recover;
