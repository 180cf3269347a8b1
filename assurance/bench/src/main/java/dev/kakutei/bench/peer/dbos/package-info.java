/** DBOS Transact: each order is a durable workflow of one step, on a queue with 64 at a time. Its tables are the ledger. */
package dev.kakutei.bench.peer.dbos;
