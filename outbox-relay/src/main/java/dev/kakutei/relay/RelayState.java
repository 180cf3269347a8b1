package dev.kakutei.relay;

import java.util.EnumSet;
import java.util.Set;

/** What the relay is doing. Each state that waits ends by itself, and needs no operator. */
public enum RelayState {
    /** Made, not started. */
    NEW,
    /** PostgreSQL cannot be asked, or is a replica: it goes on when the primary answers. */
    AWAITING_POSTGRES,
    /**
     * The tables, the publication or the slot are not there yet, or not as they must be: it goes on when ingest-service
     * has migrated, and refuses after a grace period when that is not the reason.
     */
    AWAITING_MIGRATION,
    /** No broker answers: it goes on when one does. */
    AWAITING_KAFKA,
    /** Another instance reads through the slot: it goes on when the slot is free. */
    STANDBY,
    /** The slot was free, and the capture is on its way to it. */
    STARTING,
    /** It holds the slot and carries rows. */
    CAPTURING,
    /** The capture ended by an error: it goes on from the slot in a moment. */
    RECOVERING,
    /** Going on could leave a gap: an operator must act, and start it again. */
    REFUSED,
    STOPPED;

    private static final Set<RelayState> LOOKING =
            EnumSet.of(AWAITING_POSTGRES, AWAITING_MIGRATION, AWAITING_KAFKA, STANDBY, STARTING, REFUSED, STOPPED);

    /** Where it can go from here; staying is always possible. */
    public Set<RelayState> next() {
        return switch (this) {
            case NEW, AWAITING_POSTGRES, AWAITING_MIGRATION, AWAITING_KAFKA, STANDBY, RECOVERING -> LOOKING;
            case STARTING -> EnumSet.of(CAPTURING, RECOVERING, REFUSED, STOPPED);
            case CAPTURING -> EnumSet.of(RECOVERING, REFUSED, STOPPED);
            case REFUSED -> EnumSet.of(STOPPED);
            case STOPPED -> EnumSet.noneOf(RelayState.class);
        };
    }
}
