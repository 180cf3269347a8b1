/** db-scheduler with its lock-and-fetch polling; a ledger row beside each task, in one transaction with it. */
package dev.kakutei.bench.peer.dbscheduler;
