/**
 * Looks for accepted requests that never reached the stream, whatever the cause, and has them announced again (SPEC B5).
 * "Never lost" must not rest on the WAL alone: a slot that was dropped, or read by another client, has a gap that cannot be
 * seen in the WAL.
 *
 * <p>Comes in: rows of the outbox that have only their first event long after they were accepted. Goes out: the same
 * rows, to be announced as the capture would. Forbidden here: changing a row, and hurry. A repetition is absorbed
 * downstream, so a doubt is settled by announcing.
 */
package dev.kakutei.relay.reconcile;
