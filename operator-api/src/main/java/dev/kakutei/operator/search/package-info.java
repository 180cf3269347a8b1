/**
 * Lists of requests (SPEC A7, E4): scans of an index, newest first, a bounded number of rows at a time.
 *
 * <p>Comes in: a search that is well-formed. Goes out: a page of snapshots, and where the next one begins. Forbidden
 * here: HTTP, changing anything, and a statement whose cost grows with the table.
 */
package dev.kakutei.operator.search;
