/** The outbox of the textbooks, well tuned: one transaction for each request, rows taken with {@code skip locked} in batches. */
package dev.kakutei.bench.peer.textbook;
