package dev.kakutei.relay.capture;

/**
 * The state of the slot at one moment.
 *
 * @param lagBytes WAL written since the last acknowledged position
 * @param retainedBytes WAL that PostgreSQL keeps for this slot
 */
public record SlotStatus(boolean active, long lagBytes, long retainedBytes) {}
