/**
 * What the way from PostgreSQL's log to Kafka costs: our relay beside {@code pg_recvlogical}, which only reads the log, and
 * beside Debezium on Kafka Connect as it comes, on one and the same backlog.
 */
package dev.kakutei.bench.relay;
