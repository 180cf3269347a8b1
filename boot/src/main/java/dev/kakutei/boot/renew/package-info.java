/**
 * What is read from files that change while a service runs: secrets and certificates.
 *
 * <p>Comes in: files, and how to read them. Goes out: the last good reading. Forbidden here: knowing what is in them, and
 * saying it.
 */
package dev.kakutei.boot.renew;
