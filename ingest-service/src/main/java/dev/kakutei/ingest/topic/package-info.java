/**
 * Accepts requests that clients publish to Kafka (SPEC A8).
 *
 * <p>Comes in: records of the request topic, as callers spell them. Goes out: the same requests to the store as through
 * HTTP, by the same rules; what is refused goes to the rejections topic. The offset moves only when every row
 * is durable and every rejection acknowledged, so a record may be taken twice; its key absorbs that. Forbidden here: SQL,
 * dropping a record in silence, and a record that holds up those behind it.
 */
package dev.kakutei.ingest.topic;
