/**
 * The endpoints of reading and acting (SPEC A7, C9, C10, F6), and the console's files.
 *
 * <p>Comes in: calls of authenticated callers. Goes out: views of requests, and actions to the ActionService. Forbidden here: SQL,
 * Kafka, and a thread that is parked while a caller waits.
 */
package dev.kakutei.operator.http;
