/**
 * Everything in one process: real PostgreSQL, real Kafka, the four services and the gateway simulator, on durable data
 * (SPEC G1); and the command line, {@code ./kakutei}.
 *
 * <p>Comes in: a data folder, a port, perhaps a gateway file; what a person types. Goes out: one line with {@code
 * ready} and the addresses; what a command found. Forbidden here: anything that a service would need when it runs
 * alone.
 */
package dev.kakutei.standalone;
