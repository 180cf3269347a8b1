/**
 * The operator's commands that go over HTTP, to an installation anywhere: looking at requests, acting on one or on many.
 *
 * <p>Comes in: what a person types, the address and the key. Goes out: the same calls that the console makes, and lines for
 * persons or JSON for programs. Ends with 0 when it was done, 1 when it was refused or not found, 2 for wrong use, 3 when
 * there is no answer, 4 when it was accepted and there is no result yet. Forbidden here: the database, and topics.
 */
package dev.kakutei.standalone.remote;
