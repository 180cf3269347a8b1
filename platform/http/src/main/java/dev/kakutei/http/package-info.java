/**
 * An HTTP listener that authenticates its callers, and what the endpoints of all parts share: bodies, parameters, replies,
 * problems.
 *
 * <p>Comes in: parts of an API, each with its routes. Goes out: answers; every error is an {@code application/problem+json}
 * that names the field at fault and says nothing of our insides. Forbidden here: what a route is for, SQL, Kafka, and a thread
 * that is parked while a caller waits.
 */
package dev.kakutei.http;
