/**
 * The broker-sender: carries out the verifier's commands at gateways, and reports what it saw (SPEC D).
 *
 * <p>Comes in: commands, one topic for each gateway. Goes out: HTTP requests, and reports. It decides nothing: whether to
 * try again, to ask or to give up is the ledger's to say. Forbidden here: the database, the ledger, a second post.
 */
package dev.kakutei.sender;
