/**
 * Posts alerts to a webhook (SPEC F3): once when something begins, once when it is over.
 *
 * <p>Comes in: the topic of alerts. Goes out: signed POSTs to one address, each at least once, in order. Forbidden here:
 * anything that a request waits for; a webhook that is away holds up alerts and nothing else.
 */
package dev.kakutei.sender.alert;
