package dev.kakutei.relay;

import java.util.EnumSet;
import java.util.Set;

/** What the relay is doing. */
public enum RelayState {
    /** Made, not started. */
    NEW,
    /** Something it needs is not there yet, or away for a while: Postgres, Kafka, the tables. */
    WAITING,
    /** Another instance reads through the slot. */
    STANDBY,
    /** The slot was free, and the capture is on its way to it. */
    STARTING,
    /** It holds the slot and carries rows. */
    CAPTURING,
    /** Going on could leave a gap: a person must act, and start it again. */
    REFUSED,
    STOPPED;

    /** Where it can go from here; staying is always possible. */
    public Set<RelayState> next() {
        return switch (this) {
            case NEW -> EnumSet.of(WAITING, STANDBY, STARTING, REFUSED, STOPPED);
            case WAITING -> EnumSet.of(STANDBY, STARTING, REFUSED, STOPPED);
            case STANDBY -> EnumSet.of(WAITING, STARTING, REFUSED, STOPPED);
            case STARTING -> EnumSet.of(CAPTURING, WAITING, REFUSED, STOPPED);
            case CAPTURING -> EnumSet.of(WAITING, REFUSED, STOPPED);
            case REFUSED -> EnumSet.of(STOPPED);
            case STOPPED -> EnumSet.noneOf(RelayState.class);
        };
    }
}
