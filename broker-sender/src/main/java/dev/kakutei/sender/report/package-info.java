/**
 * Publishes what the sender saw.
 *
 * <p>Comes in: reports. Goes out: records on the topic of outcomes, keyed by request. Forbidden here: dropping a report
 * because it is late, and fencing: what a process saw is true even if its partition has gone to another meanwhile.
 */
package dev.kakutei.sender.report;
