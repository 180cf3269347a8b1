/**
 * Authentication and access control (SPEC G3): clients, their keys, their roles and their rates.
 *
 * <p>Comes in: a key as a caller presents it; from the command line, changes of clients and keys. Goes out: a caller with
 * its roles, or why the call is refused. Forbidden here: HTTP, a key in a log or a message, a slow hash, a thread that waits
 * for Postgres on behalf of a caller.
 */
package dev.kakutei.access;
