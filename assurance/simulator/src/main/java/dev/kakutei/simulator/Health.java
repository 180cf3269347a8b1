package dev.kakutei.simulator;

/**
 * The simulator's health.
 *
 * @param applied how many APPLIED lines the journal has in all
 * @param inProgress how many keys wait for their first post to be decided
 */
public record Health(String status, long seq, int references, long applied, int inProgress, int scripts) {}
