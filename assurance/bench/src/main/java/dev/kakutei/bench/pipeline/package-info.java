/**
 * What the whole pipeline meets and shows while it is measured. Comes in: posts, as a gateway gets them, and the threads of
 * a process. Goes out: answers by behaviour, when each order came, and CPU time by the hop that a thread belongs to.
 */
package dev.kakutei.bench.pipeline;
