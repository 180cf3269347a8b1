/**
 * PEM files with certificates and keys.
 *
 * <p>Comes in: paths, keys. Goes out: bytes, and whether a key belongs to a certificate. Forbidden here: a message that
 * repeats what is in a file.
 */
package dev.kakutei.boot.tls;
