/** transaction-outbox: a call is written down in the caller's transaction, and made by another thread after the commit. */
package dev.kakutei.bench.peer.txoutbox;
