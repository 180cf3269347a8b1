package dev.kakutei.ledger;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where a request is. The table below is the whole life cycle: a move that is not in it is a bug. */
public enum Status {
    /** Durable, and nothing has been done about it yet. */
    ACCEPTED,
    /** A policy asks for a person's approval before it is sent. */
    PENDING_APPROVAL,
    /** An approver gave it back to its submitter. */
    RETURNED,
    /** An operator keeps it from being sent. */
    HELD,
    /** An attempt is under way: the request may be at the gateway. */
    SENDING,
    /** The last attempt did not succeed; another one will be made. */
    RETRYING,
    /** Whether the last attempt took effect is not known; the gateway is being asked. */
    VERIFYING,
    /** No rule can find out what became of it; a person must. */
    VERIFICATION_FAILED,
    SUCCEEDED,
    /** Refused by the gateway, for certain. */
    FAILED,
    /** Attempts used up, and none took effect. */
    ABORTED,
    /** Not sent before its own expiry. */
    EXPIRED,
    /** Withdrawn before it was sent. */
    CANCELLED;

    private static final Set<Status> WAITING_FOR_PERSON =
            EnumSet.of(PENDING_APPROVAL, RETURNED, HELD, VERIFICATION_FAILED);

    private static final Map<Status, Fact.Verdict> VERDICTS =
            Stream.of(Fact.Verdict.values()).collect(Collectors.toUnmodifiableMap(Status::of, verdict -> verdict));

    /**
     * The states that may follow this one; staying where it is is always allowed. Success may follow wherever an attempt
     * may have been made before, because its answer may come at any time.
     */
    public Set<Status> next() {
        return switch (this) {
            case ACCEPTED ->
                EnumSet.of(
                        PENDING_APPROVAL,
                        HELD,
                        SENDING,
                        RETRYING,
                        VERIFYING,
                        VERIFICATION_FAILED,
                        SUCCEEDED,
                        FAILED,
                        EXPIRED,
                        CANCELLED);
            case PENDING_APPROVAL ->
                EnumSet.of(
                        RETURNED, HELD, SENDING, VERIFYING, VERIFICATION_FAILED, SUCCEEDED, FAILED, EXPIRED, CANCELLED);
            case RETURNED -> EnumSet.of(PENDING_APPROVAL, VERIFICATION_FAILED, SUCCEEDED, FAILED, EXPIRED, CANCELLED);
            case HELD ->
                EnumSet.of(
                        PENDING_APPROVAL,
                        SENDING,
                        VERIFYING,
                        VERIFICATION_FAILED,
                        SUCCEEDED,
                        FAILED,
                        ABORTED,
                        EXPIRED,
                        CANCELLED);
            case SENDING -> EnumSet.of(RETRYING, VERIFYING, VERIFICATION_FAILED, SUCCEEDED, FAILED, ABORTED, EXPIRED);
            case RETRYING ->
                EnumSet.of(
                        HELD, SENDING, VERIFYING, VERIFICATION_FAILED, SUCCEEDED, FAILED, ABORTED, EXPIRED, CANCELLED);
            case VERIFYING -> EnumSet.of(SENDING, RETRYING, VERIFICATION_FAILED, SUCCEEDED, FAILED, ABORTED, EXPIRED);
            case VERIFICATION_FAILED -> EnumSet.of(SENDING, VERIFYING, SUCCEEDED, FAILED);
            case SUCCEEDED, FAILED, ABORTED, EXPIRED, CANCELLED -> EnumSet.noneOf(Status.class);
        };
    }

    /** A definite outcome: nothing moves it any more. */
    public boolean terminal() {
        return next().isEmpty();
    }

    /** Nothing need happen here by itself: a person must act. Every other state has an end or a timer. */
    public boolean waitsForPerson() {
        return WAITING_FOR_PERSON.contains(this);
    }

    /** The outcome is in doubt, and the doubt has not been cleared (SPEC C5). */
    public boolean pendingVerification() {
        return this == VERIFYING || this == VERIFICATION_FAILED;
    }

    /** The status that callers see. */
    public RequestStatus outward(RequestKind kind) {
        return switch (this) {
            case PENDING_APPROVAL, RETURNED -> RequestStatus.PENDING_APPROVAL;
            case ACCEPTED, HELD, SENDING, RETRYING, VERIFYING, VERIFICATION_FAILED -> RequestStatus.PENDING;
            case SUCCEEDED -> kind.success();
            case FAILED, ABORTED, EXPIRED, CANCELLED -> RequestStatus.FAILED;
        };
    }

    /** The word on the wire and in Postgres. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state that a request settles in. The other direction follows from this one. */
    public static Status of(Fact.Verdict verdict) {
        return switch (verdict) {
            case SUCCEEDED -> SUCCEEDED;
            case FAILED -> FAILED;
            case ABORTED -> ABORTED;
            case EXPIRED -> EXPIRED;
            case CANCELLED -> CANCELLED;
        };
    }

    /** What a request was settled as that is in this state. */
    Fact.Verdict verdict() {
        Fact.Verdict verdict = VERDICTS.get(this);
        if (verdict == null) {
            throw new IllegalStateException("a " + this + " request has no result yet");
        }
        return verdict;
    }

    public static Status ofWord(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
