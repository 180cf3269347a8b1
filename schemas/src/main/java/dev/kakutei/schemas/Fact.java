package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Something that happened to a request, in the past tense. Facts are published, projected and replayed; a request's
 * state is nothing but the fold of its facts.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Fact.Accepted.class, name = "accepted"),
    @JsonSubTypes.Type(value = Fact.AttemptStarted.class, name = "attempt_started"),
    @JsonSubTypes.Type(value = Fact.AttemptDeferred.class, name = "attempt_deferred"),
    @JsonSubTypes.Type(value = Fact.OutcomeUnknown.class, name = "outcome_unknown"),
    @JsonSubTypes.Type(value = LateFact.OutcomeStillUnknown.class, name = "outcome_still_unknown"),
    @JsonSubTypes.Type(value = LateFact.Acknowledged.class, name = "acknowledged"),
    @JsonSubTypes.Type(value = RecoveryFact.RecordsLost.class, name = "records_lost"),
    @JsonSubTypes.Type(value = InquiryFact.InquiryStarted.class, name = "inquiry_started"),
    @JsonSubTypes.Type(value = InquiryFact.InquiryInconclusive.class, name = "inquiry_inconclusive"),
    @JsonSubTypes.Type(value = Fact.VerificationFailed.class, name = "verification_failed"),
    @JsonSubTypes.Type(value = Fact.Settled.class, name = "settled"),
    @JsonSubTypes.Type(value = Fact.Contradicted.class, name = "contradicted"),
    @JsonSubTypes.Type(value = Fact.OperatorActed.class, name = "operator_acted"),
    @JsonSubTypes.Type(value = ApprovalFact.Requested.class, name = "approval_requested"),
    @JsonSubTypes.Type(value = ApprovalFact.Overdue.class, name = "approval_overdue"),
    @JsonSubTypes.Type(value = ApprovalFact.Approved.class, name = "approved"),
    @JsonSubTypes.Type(value = ApprovalFact.Returned.class, name = "returned"),
    @JsonSubTypes.Type(value = ApprovalFact.Resubmitted.class, name = "resubmitted"),
    @JsonSubTypes.Type(value = ApprovalFact.SummaryAttached.class, name = "summary_attached"),
    @JsonSubTypes.Type(value = Fact.Commented.class, name = "commented")
})
public sealed interface Fact
        permits Fact.Accepted,
                Fact.AttemptStarted,
                Fact.AttemptDeferred,
                Fact.OutcomeUnknown,
                LateFact.OutcomeStillUnknown,
                LateFact.Acknowledged,
                RecoveryFact.RecordsLost,
                InquiryFact.InquiryStarted,
                InquiryFact.InquiryInconclusive,
                Fact.VerificationFailed,
                Fact.Settled,
                Fact.Contradicted,
                Fact.OperatorActed,
                Fact.Commented,
                ApprovalFact.Requested,
                ApprovalFact.Overdue,
                ApprovalFact.Approved,
                ApprovalFact.Returned,
                ApprovalFact.Resubmitted,
                ApprovalFact.SummaryAttached {
    <T> T match(Cases<T> cases);

    /** The action of a person that led to it: whoever requested it finds its result by this id. */
    default Optional<String> byAction() {
        return Optional.empty();
    }

    /** One method for each fact: a new fact must break every reader at compile time. */
    interface Cases<T> extends ApprovalFact.Cases<T>, InquiryFact.Cases<T> {
        T accepted(Accepted fact);

        T attemptStarted(AttemptStarted fact);

        T attemptDeferred(AttemptDeferred fact);

        T outcomeUnknown(OutcomeUnknown fact);

        T outcomeStillUnknown(LateFact.OutcomeStillUnknown fact);

        T acknowledged(LateFact.Acknowledged fact);

        T recordsLost(RecoveryFact.RecordsLost fact);

        T verificationFailed(VerificationFailed fact);

        T settled(Settled fact);

        T contradicted(Contradicted fact);

        T operatorActed(OperatorActed fact);

        T commented(Commented fact);
    }

    /**
     * The request is durable, and Kakutei answers for it from here on.
     *
     * @param digest SHA-256 of the canonical request, in lower-case hex
     * @param amount what is at stake, where the request says it: a payment's amount, a limit order's value; may be null
     * @param deadline until when the caller waits; it ends the waiting, never the work
     * @param expiresAt after this the request is never sent for the first time; null where it does not expire
     * @param traceparent the caller's trace (W3C); may be null
     * @param request the caller's document, normalised
     * @param note what the submitter says to whoever approves it; no part of the document or its digest; may be null
     */
    record Accepted(
            RequestKind kind,
            String client,
            String idempotencyKey,
            String digest,
            String gateway,
            @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal amount,
            String currency,
            Instant deadline,
            Instant expiresAt,
            String traceparent,
            JsonNode request,
            String note)
            implements Fact {
        public Accepted {
            requireNonNull(kind, "kind");
            requireNonNull(client, "client");
            requireNonNull(idempotencyKey, "idempotency_key");
            requireNonNull(gateway, "gateway");
            requireNonNull(request, "request");
            deadline = requireNonNull(deadline, "deadline").truncatedTo(ChronoUnit.MILLIS);
            expiresAt = expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.MILLIS);
            if (digest == null || digest.length() != 64) {
                throw new IllegalArgumentException("not a SHA-256 in hex: " + digest);
            }
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.accepted(this);
        }
    }

    /**
     * A send command was issued. From here until it is answered, the request may be at the gateway.
     *
     * @param notAfter the sender does not begin the call after this
     * @param silentAt when nothing has been heard by then, the outcome is unknown
     */
    record AttemptStarted(int attempt, Instant notAfter, Instant silentAt) implements Fact {
        public AttemptStarted {
            counted(attempt);
            requireNonNull(notAfter, "not_after");
            requireNonNull(silentAt, "silent_at");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.attemptStarted(this);
        }
    }

    /**
     * The attempt did not succeed, and the request will be sent again, under the same key, at {@code retryAt}.
     *
     * @param doubt whether this attempt, or one before it, may have taken effect all the same
     */
    record AttemptDeferred(int attempt, Answer answer, Outcome.Doubt doubt, Instant retryAt) implements Fact {
        public AttemptDeferred {
            counted(attempt);
            requireNonNull(answer, "answer");
            requireNonNull(doubt, "doubt");
            requireNonNull(retryAt, "retry_at");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.attemptDeferred(this);
        }
    }

    /** The attempt may have taken effect or not. The gateway will be asked at {@code verifyAt}. */
    record OutcomeUnknown(int attempt, Answer answer, Instant verifyAt) implements Fact {
        public OutcomeUnknown {
            counted(attempt);
            requireNonNull(answer, "answer");
            requireNonNull(verifyAt, "verify_at");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.outcomeUnknown(this);
        }
    }

    /** No rule can find out what became of the request; a person must. */
    record VerificationFailed(String reason, Answer answer) implements Fact {
        public VerificationFailed {
            requireNonNull(reason, "reason");
            requireNonNull(answer, "answer");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.verificationFailed(this);
        }
    }

    /**
     * The request has its definite outcome.
     *
     * @param attempt the attempt whose answer it rests on; 0 where it rests on something else
     * @param answer what was heard last; null where nothing was
     */
    record Settled(Verdict verdict, Ground ground, int attempt, String reason, Answer answer) implements Fact {
        public Settled {
            requireNonNull(verdict, "verdict");
            requireNonNull(ground, "ground");
            if (verdict != Verdict.SUCCEEDED) {
                requireNonNull(reason, "reason");
            }
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.settled(this);
        }
    }

    /** Evidence came that speaks against what was settled. The state stays; a person must look. */
    record Contradicted(int attempt, String reason, Answer answer) implements Fact {
        public Contradicted {
            requireNonNull(reason, "reason");
            requireNonNull(answer, "answer");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.contradicted(this);
        }
    }

    /**
     * A person's action was carried out; what it led to follows. Who it was is in the event's {@code by}.
     *
     * @param doubt with an action to send again: whether an earlier attempt may have taken effect all the same
     * @param secondEffectAccepted the request was sent again at the risk that the gateway acts twice, and the person had
     *     accepted that; null where there was no such risk, and in facts from before the question was asked
     */
    record OperatorActed(
            @JsonAlias("order_id") String actionId,
            OperatorAction.Type action,
            String reason,
            Outcome.Doubt doubt,
            SecondEffect secondEffectAccepted)
            implements Fact {
        public OperatorActed {
            requireNonNull(actionId, "action_id");
            requireNonNull(action, "action");
            requireNonNull(reason, "reason");
            requireNonNull(doubt, "doubt");
        }

        /** Without the risk of a second effect. */
        public OperatorActed(String actionId, OperatorAction.Type action, String reason, Outcome.Doubt doubt) {
            this(actionId, action, reason, doubt, null);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.operatorActed(this);
        }

        @Override
        public Optional<String> byAction() {
            return Optional.of(actionId);
        }
    }

    /** A person said something about the request. It changes nothing. */
    record Commented(@JsonAlias("order_id") String actionId, String text) implements Fact {
        public Commented {
            requireNonNull(actionId, "action_id");
            requireNonNull(text, "text");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.commented(this);
        }

        @Override
        public Optional<String> byAction() {
            return Optional.of(actionId);
        }
    }

    /** The definite outcomes. */
    enum Verdict {
        SUCCEEDED,
        /** The gateway refused it. */
        FAILED,
        /** Attempts were used up with the certainty that none took effect. */
        ABORTED,
        /** It was not sent before its own expiry, and never will be. */
        EXPIRED,
        /** It was withdrawn before it was sent. */
        CANCELLED
    }

    /** What a settlement rests on. */
    enum Ground {
        /** The gateway's answer to an attempt. */
        ANSWER,
        /** The gateway's answer to an inquiry. */
        VERIFICATION,
        /** A rule of our own: attempts used up, expiry. */
        POLICY,
        /** A person's decision. */
        OPERATOR
    }

    private static void counted(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("attempts and inquiries are counted from 1, not " + number);
        }
    }
}
