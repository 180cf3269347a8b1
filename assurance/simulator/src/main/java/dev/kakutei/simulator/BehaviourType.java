package dev.kakutei.simulator;

import java.util.EnumSet;
import java.util.Set;

/** Every way the gateway can behave. "Before" and "after" are seen from the moment of applying. */
public enum BehaviourType {
    /** Apply, and say so. For a look-up: answer with the actual state. */
    OK,
    /** Refuse for certain: 402, nothing applied, and look-ups say DECLINED. */
    DECLINE,
    /** 400, nothing applied, nothing remembered. */
    INVALID,
    /** A 5xx (or any other code) and nothing applied. */
    ERROR_BEFORE,
    /** Applied, and then a 5xx. */
    ERROR_AFTER,
    /** The connection is closed without a byte; nothing applied. */
    DROP_BEFORE,
    /** Applied; the connection is closed without a byte. */
    DROP_AFTER,
    /** Nothing applied and no answer for the hold; then closed, or a late 504. */
    HANG_BEFORE,
    /** Applied and no answer for the hold; then closed, or answered late. */
    HANG_AFTER,
    /** Like OK, with a wait before applying, after it, or both. */
    DELAY,
    /** No answer at all; applied later, on its own time, whether or not the client is still there. */
    APPLY_LATER,
    /** HTTP 200 with a body that says error; nothing applied. */
    OK_WITH_ERROR,
    /** 429 with a hint when to retry; nothing applied. */
    BUSY,
    /** 202, applied as PENDING, settled later. For a look-up: says PENDING, whatever the truth. */
    PENDING,
    /** Look-ups only: 404, whatever the truth. */
    NOT_FOUND,
    /** Look-ups only: HTTP 200 with a body that says nothing about the request. */
    MAINTENANCE;

    private static final Set<BehaviourType> ONLY_LOOKUPS = EnumSet.of(NOT_FOUND, MAINTENANCE);
    private static final Set<BehaviourType> LOOKUPS = EnumSet.of(
            OK, DELAY, ERROR_BEFORE, DROP_BEFORE, HANG_BEFORE, OK_WITH_ERROR, BUSY, PENDING, NOT_FOUND, MAINTENANCE);

    /** The status that a look-up names because of the act, whatever the truth; null where it names none. */
    GatewayStatus pretended() {
        return this == PENDING ? GatewayStatus.PENDING : this == NOT_FOUND ? GatewayStatus.NOT_FOUND : null;
    }

    boolean fits(CallType callType) {
        return switch (callType) {
            case POST -> !ONLY_LOOKUPS.contains(this);
            case LOOKUP -> LOOKUPS.contains(this);
        };
    }
}
