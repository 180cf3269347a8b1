/**
 * The whole pipeline, from the door to a settled request that can be read back, and what each hop of it costs. Comes in:
 * orders over HTTP, as callers send them. Goes out: requests a second, and CPU time by process and thread group.
 */
package dev.kakutei.bench.pipeline;
