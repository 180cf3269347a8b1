/**
 * What callers, operators and approvers see and do: this package is the wiring, and what can be set.
 *
 * <p>Comes in: settings, and the tables. Goes out: a part of the HTTP API, and the workers behind it. Forbidden here: accepting
 * requests, and SQL, HTTP and Kafka themselves, which live in the packages below.
 */
package dev.kakutei.operator;
