/**
 * Values from files that change while a service runs: secrets and certificates.
 *
 * <p>Comes in: files, and how to read them. Goes out: the last good value. Forbidden here: interpreting or
 * logging what is in them.
 */
package dev.kakutei.boot.renew;
