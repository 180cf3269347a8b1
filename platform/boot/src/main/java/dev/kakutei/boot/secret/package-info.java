/**
 * The secrets of gateways: found by reference, kept, renewed, and never shown.
 *
 * <p>Comes in: where the gateway file says that a secret is, the environment, files. Goes out: texts for the one header or
 * key that they are meant for, and the same texts for taking them out of what a gateway echoes. Forbidden here: a secret
 * in a log, an exception, a {@code toString}, a metric (SPEC F4).
 */
package dev.kakutei.boot.secret;
