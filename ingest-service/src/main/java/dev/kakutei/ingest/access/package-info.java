/**
 * Who is asking, and what they may (SPEC G3): clients, their keys, their roles and how fast they may ask.
 *
 * <p>Comes in: a key as a caller presents it; from the command line, orders about clients and keys. Goes out: a caller
 * with its roles, or why there is none. Forbidden here: HTTP, a key in a log or a message, a slow hash, a thread that waits
 * for Postgres on behalf of a caller.
 */
package dev.kakutei.ingest.access;
