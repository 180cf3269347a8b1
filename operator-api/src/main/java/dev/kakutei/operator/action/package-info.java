/**
 * What persons want done, on its way to the ledger, and what became of it (SPEC C9, C10).
 *
 * <p>Comes in: actions whose form was checked over HTTP, and a time to wait. Goes out: records of the topic actions, and
 * for each action its result: carried out, refused, or not confirmed. The events in Postgres are what counts; topics show
 * when to look. Forbidden here: HTTP, SQL, a rule about who may do what, and a thread for each caller.
 */
package dev.kakutei.operator.action;
