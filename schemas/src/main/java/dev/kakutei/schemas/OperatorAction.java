package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * What a person wants done with one request (SPEC C9, C10), on the topic actions.
 *
 * @param actionId names this action; it comes back in the fact that it leads to
 * @param basedOn the number of the last event that the person had seen. A request that has moved on since is not acted
 *     on: what was right then may be wrong now, and an action that comes twice finds its own first coming. A comment
 *     and a summary are taken whatever has happened since.
 * @param operator who it is, as the timeline will show
 * @param reason why; the timeline keeps it. With an approval, the comment, and with a resubmission, the note: there it
 *     may be null
 * @param resubmission with {@link Type#RESUBMIT}: the changed request; null otherwise
 * @param acceptSecondEffect with {@link Type#SEND_AGAIN}: the person has seen that an earlier attempt may have taken
 *     effect, and accepts that the gateway may act twice; null where that was not accepted
 * @param summary with {@link Type#ATTACH_SUMMARY}: which version it describes, and how; null otherwise
 */
public record OperatorAction(
        String actionId,
        RequestId requestId,
        int basedOn,
        @JsonProperty("action") Type type,
        String operator,
        Role role,
        String reason,
        Instant at,
        Resubmission resubmission,
        SecondEffect acceptSecondEffect,
        SubmissionSummary summary) {
    public static final int MAX_REASON = 1000;

    public OperatorAction {
        requireNonNull(actionId, "action_id");
        requireNonNull(requestId, "request_id");
        requireNonNull(type, "action");
        requireNonNull(role, "role");
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
        if (operator == null || operator.isBlank()) {
            throw new IllegalArgumentException("an action needs a person who requests it");
        }
        if (reason == null ? !type.goesWithoutReason() : reason.isBlank() || reason.length() > MAX_REASON) {
            throw new IllegalArgumentException("an action needs a reason, of at most " + MAX_REASON + " characters");
        }
        requireOnlyWith(Type.RESUBMIT, type, resubmission, "a changed request");
        requireOnlyWith(Type.ATTACH_SUMMARY, type, summary, "a summary");
        if (acceptSecondEffect != null && type != Type.SEND_AGAIN) {
            throw new IllegalArgumentException("a second effect is accepted with SEND_AGAIN, not with " + type);
        }
        if (basedOn < 1) {
            throw new IllegalArgumentException("events are counted from 1, not " + basedOn);
        }
    }

    private static void requireOnlyWith(Type owner, Type type, Object part, String name) {
        if (type == owner && part == null) {
            throw new IllegalArgumentException(owner + " needs " + name);
        }
        if (type != owner && part != null) {
            throw new IllegalArgumentException(name + " belongs to " + owner + ", not to " + type);
        }
    }

    /** An action about the request as it is. */
    public OperatorAction(
            String actionId,
            RequestId requestId,
            int basedOn,
            Type type,
            String operator,
            Role role,
            String reason,
            Instant at) {
        this(actionId, requestId, basedOn, type, operator, role, reason, at, null, null, null);
    }

    /** One that attaches a summary. */
    public static OperatorAction attaching(
            SubmissionSummary summary, String actionId, RequestId requestId, int basedOn, String operator, Instant at) {
        return new OperatorAction(
                actionId,
                requestId,
                basedOn,
                Type.ATTACH_SUMMARY,
                operator,
                Role.SUMMARISER,
                null,
                at,
                null,
                null,
                summary);
    }

    /** The same, with or without the acceptance of a second effect. */
    public OperatorAction with(SecondEffect acceptance) {
        return new OperatorAction(
                actionId, requestId, basedOn, type, operator, role, reason, at, resubmission, acceptance, summary);
    }

    /** Who requests the action, as the timeline names them. */
    public String actor() {
        return role == Role.SUBMITTER
                ? ClientName.actor(operator)
                : role.name().toLowerCase(Locale.ROOT) + ":" + operator;
    }

    /** Which actions can be requested. */
    public enum Type {
        /** The person knows that it took effect. */
        SETTLE_SUCCEEDED,
        /** The person knows that it did not, and never will. */
        SETTLE_FAILED,
        /**
         * Another attempt, now. Where an earlier one may have taken effect and the gateway does not recognise a
         * repetition, only with the acceptance of a second effect.
         */
        SEND_AGAIN,
        /** Ask the gateway now. */
        VERIFY_NOW,
        /** Make no further attempt until it is released. */
        HOLD,
        RELEASE,
        /** Withdraw what cannot have taken effect. */
        CANCEL,
        /** Let a request go that is held for approval. */
        APPROVE,
        /** Give it back to its submitter. */
        RETURN,
        /** Put a changed request in the place of one that was returned. */
        RESUBMIT,
        /** Say something about it. */
        COMMENT,
        /** Describe one of its versions for whoever decides on it. */
        ATTACH_SUMMARY;

        /** An approval speaks for itself, and so do a changed request and a summary. */
        boolean goesWithoutReason() {
            return this == APPROVE || this == RESUBMIT || this == ATTACH_SUMMARY;
        }

        /** Whether it is taken whatever has happened to the request since it was looked at: it moves none. */
        public boolean isAlwaysTaken() {
            return this == COMMENT || this == ATTACH_SUMMARY;
        }

        /** Whose action it is; null for anybody's. */
        public Role neededRole() {
            return switch (this) {
                case SETTLE_SUCCEEDED, SETTLE_FAILED, SEND_AGAIN, VERIFY_NOW, HOLD, RELEASE, CANCEL -> Role.OPERATOR;
                case APPROVE, RETURN -> Role.APPROVER;
                case RESUBMIT -> Role.SUBMITTER;
                case ATTACH_SUMMARY -> Role.SUMMARISER;
                case COMMENT -> null;
            };
        }
    }

    /** What a person may do. */
    public enum Role {
        VIEWER,
        SUBMITTER,
        APPROVER,
        OPERATOR,
        SUMMARISER
    }
}
