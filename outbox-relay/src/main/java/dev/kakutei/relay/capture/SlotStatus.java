package dev.kakutei.relay.capture;

/**
 * How the slot stands at one moment.
 *
 * @param lagBytes log written since the last acknowledged position
 * @param retainedBytes log that PostgreSQL keeps for this slot
 */
public record SlotStatus(boolean active, long lagBytes, long retainedBytes) {}
