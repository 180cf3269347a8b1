/**
 * The outbox-relay service: what was committed to the outbox goes to the accepted topic, at least once, with no gap, in
 * commit order for each request.
 *
 * <p>Comes in: settings. Goes out: a {@link dev.kakutei.boot.Service} that supervises itself. The loop is in {@code
 * Supervisor}; the parts are in {@code capture} (PostgreSQL's WAL), {@code route} (row to event, pure), {@code publish}
 * (Kafka) and {@code reconcile} (rows that the WAL did not bring). Forbidden here: {@code java.sql}, {@code
 * io.debezium}, and remembering what was read: the slot alone does that.
 */
package dev.kakutei.relay;
