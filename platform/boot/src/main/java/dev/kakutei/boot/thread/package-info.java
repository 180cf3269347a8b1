/**
 * Threads of their own, and how long they pause between two tries.
 *
 * <p>Comes in: a task, a name, durations. Goes out: daemon threads and pauses. Forbidden here: what the tasks do, and
 * sleeping.
 */
package dev.kakutei.boot.thread;
