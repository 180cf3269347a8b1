/**
 * What is happening now (SPEC F6): how many requests are in each state, how many come and are settled, how gateways and
 * services are.
 *
 * <p>Comes in: the tally that Postgres keeps of every change, and the messages of the health topic. Goes out: a picture
 * that is a second old at most. Forbidden here: counting requests, and asking another service.
 */
package dev.kakutei.operator.overview;
