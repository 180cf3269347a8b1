/**
 * Real servers for one machine: Apache Kafka inside this JVM, PostgreSQL beside it.
 *
 * <p>In: a data folder, a port (0 = any free one) and extra settings. Out: an address to connect to, and progress as
 * plain sentences. The data is durable: a later start on the same folder goes on where the last one ended, however it
 * ended. Whether two folders still belong together after that, {@link dev.kakutei.embedded.StoreHistory} says before they
 * are used.
 *
 * <p>Forbidden here: any knowledge of topics, tables or services; listening on anything but 127.0.0.1; ending a process
 * that was not proven to be ours; an unbounded wait.
 */
package dev.kakutei.embedded;
