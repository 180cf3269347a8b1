/**
 * TLS of the HTTP listener: its certificate and key.
 *
 * <p>Comes in: two PEM files, which may change while we run. Goes out: what Jetty needs to speak TLS. Forbidden here: the
 * key in a log or a message, and a listener that closes because a file was half written.
 */
package dev.kakutei.http.tls;
