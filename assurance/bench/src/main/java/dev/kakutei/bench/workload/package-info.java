/**
 * What is asked of the contestants: the workloads by their names in docs/performance.md. Each returns what it found, and
 * says as a fault where an order was lost or came twice.
 */
package dev.kakutei.bench.workload;
