/**
 * Where the records come from: Postgres, the topics, the gateways' journals and a caller's log. Everything is sorted into
 * buckets on disk first, so that memory holds one bucket at a time, however many requests there are.
 *
 * <p>Comes in: addresses and files. Goes out: case files, one after another. Forbidden here: a judgement, and writing to
 * anything but a temporary folder.
 */
package dev.kakutei.proof.read;
