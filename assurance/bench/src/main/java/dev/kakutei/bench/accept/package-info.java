/** How many requests ingest-service accepts, beside a client of Postgres with a transaction for each of the same rows. */
package dev.kakutei.bench.accept;
