/**
 * The messages of Kakutei, as they go over topics and into Postgres: facts, commands, reports, results, status changes
 * and alerts.
 *
 * <p>Comes in: nothing but JDK types and Jackson's {@code JsonNode} for the caller's own document. Goes out: records that
 * prove themselves at birth. Forbidden here: decisions (they live in {@code ledger}), clocks, and anything that connects
 * to something.
 */
package dev.kakutei.schemas;
