/**
 * One call to one gateway ({@link dev.kakutei.sender.gateway.GatewayClient}), and what it means. Only {@code
 * HttpCaller} touches a socket; what is sent (the template) and what came back (the classifications) are pure.
 *
 * <p>Comes in: a command and a last check of its age. Goes out: a report. One command is one request on the wire,
 * whatever happens to it. Forbidden here: a second try, a followed redirect, Kafka, and a clock in the pure parts.
 */
package dev.kakutei.sender.gateway;
