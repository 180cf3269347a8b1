/**
 * Secure connections: whom we trust, and who we are (SPEC D1).
 *
 * <p>Comes in: PEM files that a gateway's description names. Goes out: a context for connections. Host names are always
 * checked and nothing below TLS 1.2 is spoken. Forbidden here: trusting every certificate, and a key in a log.
 */
package dev.kakutei.sender.tls;
