package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.Outcome;
import java.time.Duration;
import java.time.Instant;

/** The rules of attempts: when one may begin, and what its ending leads to (SPEC C2, C3, C5). */
record AttemptRules(GatewayPolicy policy, Draft draft) {
    /** The code of an outcome that is unknown only because nothing was reported. */
    static final String NO_REPORT = "no_report";

    /**
     * Begins the next attempt, unless it is too late for it. The policy may be another one than the policy under which
     * the retry was decided: what the gateway promises now is what counts.
     */
    Draft begin() {
        Entry entry = draft.entry();
        Instant now = draft.now();
        if (entry.awaitsApproval()) {
            return SettlementRules.toPerson(
                    draft, "it was never approved, so it is not sent", SettlementRules.nothingHeard("not_approved"));
        }
        if (entry.perhapsElsewhere()) {
            return OtherGateways.toPerson(
                    draft, "it is not sent by itself", SettlementRules.nothingHeard("perhaps_elsewhere"));
        }
        if (entry.expiresAt() != null && !now.isBefore(entry.expiresAt())) {
            return entry.inDoubt()
                    ? doubtful(
                            entry.attempts().count(),
                            SettlementRules.nothingHeard("expired_in_doubt"),
                            "its expiry has passed")
                    : SettlementRules.expired(draft);
        }
        if (entry.inDoubt() && !policy.forgivesRepetition()) {
            return doubtful(
                    entry.attempts().count(),
                    SettlementRules.nothingHeard("in_doubt"),
                    "the gateway does not forgive repetition any more, and an earlier attempt is in doubt");
        }
        if (policy.retry().usedUp(entry.attempts().count())) {
            return usedUp(
                    entry.inDoubt() ? Outcome.Doubt.POSSIBLE : Outcome.Doubt.NONE,
                    SettlementRules.nothingHeard("attempts_used_up"),
                    "no more are configured");
        }
        if (entry.inDoubt() && !Repetition.isRecognised(policy, entry, now)) {
            return doubtful(
                    entry.attempts().count(),
                    SettlementRules.nothingHeard("key_memory_over"),
                    "the gateway would not remember its key long enough for another attempt");
        }
        return start();
    }

    /**
     * A person wants another attempt, however many there were, and whatever an earlier one may have done: the guard has
     * seen to it that a second effect is impossible or accepted.
     */
    Draft beginRequested() {
        return start();
    }

    private Draft start() {
        Entry entry = draft.entry();
        Instant now = draft.now();
        Duration timeout = callTimeout(policy, entry, now);
        Instant notAfter = Repetition.notAfter(policy, entry, now);
        Instant silentAt = notAfter.plus(timeout).plus(GatewayPolicy.MARGIN);
        int attempt = entry.attempts().count() + 1;
        return draft.record(new Fact.AttemptStarted(attempt, notAfter, silentAt))
                .effect(new Effect.Send(attempt, notAfter, timeout));
    }

    /**
     * The current attempt was reported on. While its outcome is being looked into, only a report that clears the doubt
     * counts, and only where the doubt came from silence: a report that the attempt was not made cannot clear what
     * another report says, whose sender made the call.
     */
    Draft ended(Outcome outcome) {
        Entry entry = draft.entry();
        boolean clears = isAbsence(outcome) && isSilent(entry) && !entry.inDoubt();
        if (entry.status() == Status.VERIFYING && !clears) {
            return acknowledged(draft, entry.attempts().count(), outcome);
        }
        int attempt = draft.entry().attempts().count();
        return outcome.match(new Outcome.Cases<Draft>() {
            @Override
            public Draft delivered(Outcome.Delivered delivered) {
                return SettlementRules.succeeded(draft, Fact.Ground.ANSWER, attempt, delivered.answer());
            }

            @Override
            public Draft refused(Outcome.Refused refused) {
                // A refusal is about this attempt alone, and an earlier one may have taken effect all the same: where
                // none may, the refusal is final and does not come here.
                return doubtful(attempt, refused.answer(), "a later attempt was refused");
            }

            @Override
            public Draft retryable(Outcome.Retryable retryable) {
                if (retryable.doubt() == Outcome.Doubt.POSSIBLE && !Repetition.isForgiven(policy, draft.entry())) {
                    return AttemptRules.this.unknown(retryable.answer());
                }
                return deferred(retryable.answer(), retryable.doubt(), retryable.atLeastMillis());
            }

            @Override
            public Draft unknown(Outcome.Unknown unknown) {
                return AttemptRules.this.unknown(unknown.answer());
            }

            @Override
            public Draft notSent(Outcome.NotSent notSent) {
                return deferred(notSent.answer(), Outcome.Doubt.NONE, null);
            }
        });
    }

    /**
     * A report that changes nothing else may still show that the gateway has the request; that is kept once. One that says
     * for certain that nothing was done does not.
     */
    static Draft acknowledged(Draft draft, int attempt, Outcome outcome) {
        Entry entry = draft.entry();
        boolean uncertain =
                outcome instanceof Outcome.Unknown || (outcome instanceof Outcome.Refused && entry.inDoubt());
        return uncertain
                        && !entry.inquiries().answers().acknowledged()
                        && outcome.answer().acknowledges(entry.id())
                ? draft.record(new LateFact.Acknowledged(attempt, outcome.answer()))
                : draft;
    }

    /** It says that the attempt cannot have taken effect, and never will. */
    private static boolean isAbsence(Outcome outcome) {
        return outcome instanceof Outcome.NotSent
                || (outcome instanceof Outcome.Retryable retryable && retryable.doubt() == Outcome.Doubt.NONE);
    }

    /**
     * Whether the outcome of the last attempt is unknown only because nothing was reported of it. Gateways have codes of
     * their own, but theirs come with a status.
     */
    private static boolean isSilent(Entry entry) {
        return entry.status().pendingVerification()
                && NO_REPORT.equals(entry.lastAnswer().errorCode())
                && entry.lastAnswer().statusCode() == null;
    }

    /** Whether silence is over: a report says that the last attempt may have taken effect. */
    static boolean endsSilence(Entry entry, Outcome outcome) {
        boolean mayHaveActed = outcome instanceof Outcome.Unknown
                || (outcome instanceof Outcome.Retryable retryable && retryable.doubt() == Outcome.Doubt.POSSIBLE);
        return mayHaveActed && isSilent(entry);
    }

    /** Nothing was heard of the current attempt in the time that it could take. */
    Draft silent() {
        return unknown(Answer.none(
                Category.NO_ANSWER, NO_REPORT, "nothing was heard of the attempt in the time that it could take"));
    }

    /** The outcome of the last attempt is not known. */
    Draft unknown(Answer answer) {
        return unknown(answer, Duration.ZERO);
    }

    /** @param atLeast how long the gateway is to be left alone, whatever the schedules say */
    Draft unknown(Answer answer, Duration atLeast) {
        Entry entry = draft.entry();
        if (!policy.canAsk()
                && Repetition.isForgiven(policy, entry)
                && !policy.retry().usedUp(entry.attempts().count())) {
            return deferred(answer, Outcome.Doubt.POSSIBLE, null, atLeast);
        }
        return doubtful(
                entry.attempts().count(),
                answer,
                "the outcome of attempt " + entry.attempts().count() + " is unknown",
                atLeast);
    }

    private Draft doubtful(int attempt, Answer answer, String why) {
        return doubtful(attempt, answer, why, Duration.ZERO);
    }

    /** Ask where asking is possible; otherwise a person must. */
    private Draft doubtful(int attempt, Answer answer, String why, Duration atLeast) {
        if (!policy.canAsk()) {
            return SettlementRules.toPerson(draft, why + ", and the gateway cannot be asked", answer);
        }
        int asked = draft.entry().inquiries().count();
        if (asked >= policy.verification().after().size()) {
            return SettlementRules.toPerson(
                    draft,
                    why + ", and the gateway was asked " + GatewayAnswers.times(asked) + " already: "
                            + draft.entry().inquiries().answers().inWords(),
                    answer);
        }
        Instant verifyAt = new RetryDelay(draft, policy.verification().after().get(asked))
                .atLeast(atLeast)
                .until();
        return draft.record(new Fact.OutcomeUnknown(attempt, answer, verifyAt)).effect(new Effect.PublishStatus());
    }

    private Draft usedUp(Outcome.Doubt doubt, Answer answer, String last) {
        int attempt = draft.entry().attempts().count();
        String why = attempt + " attempts are used up: " + last;
        return doubt == Outcome.Doubt.POSSIBLE
                ? doubtful(attempt, answer, why)
                : SettlementRules.aborted(draft, Fact.Ground.POLICY, why, answer);
    }

    /** @param quotaMillis what is left of a quota's period; null for no quota */
    private Draft deferred(Answer answer, Outcome.Doubt doubtOfThisOne, Long quotaMillis) {
        return deferred(answer, doubtOfThisOne, quotaMillis, Duration.ZERO);
    }

    private Draft deferred(Answer answer, Outcome.Doubt doubtOfThisOne, Long quotaMillis, Duration atLeast) {
        Entry entry = draft.entry();
        int attempt = entry.attempts().count();
        Outcome.Doubt doubt = entry.inDoubt() ? Outcome.Doubt.POSSIBLE : doubtOfThisOne;
        if (doubt == Outcome.Doubt.POSSIBLE && !Repetition.isForgiven(policy, entry)) {
            // What a person accepted was one attempt, and not another one in its place.
            return doubtful(attempt, answer, "an attempt before attempt " + attempt + " may have taken effect");
        }
        if (policy.retry().usedUp(attempt)) {
            return usedUp(doubt, answer, reason(answer));
        }
        Instant retryAt = new RetryDelay(draft, policy.retry().after(attempt, entry.id()))
                .askedAfterAttempt(answer)
                .quota(quotaMillis)
                .atLeast(atLeast)
                .untilNextAttempt();
        draft.record(new Fact.AttemptDeferred(attempt, answer, doubt, retryAt));
        return entry.status() == Status.VERIFYING ? draft.effect(new Effect.PublishStatus()) : draft;
    }

    /**
     * While the caller waits, the call may take what is left of the caller's time but a margin, in which its outcome reaches
     * the caller. It is never given less than the gateway's minimum: a call that is cut short makes doubt, and the caller gets
     * its answer in time without that. Afterwards, and for a repetition, it is the gateway's own time. What is left is never
     * more than the whole, though our clock may be behind the one that accepted the request: the settling time is counted
     * from the longest call.
     */
    static Duration callTimeout(GatewayPolicy policy, Entry entry, Instant now) {
        Duration left = Duration.between(now, entry.deadline());
        Duration whole = Duration.between(entry.acceptedAt(), entry.deadline());
        Duration granted = left.compareTo(whole) < 0 ? left : whole;
        Duration atLeast = entry.attempts().count() > 0 ? policy.callTimeout() : policy.minCallTimeout();
        if (granted.isNegative() || granted.isZero()) {
            return policy.callTimeout();
        }
        Duration inTime = granted.minus(GatewayPolicy.BEFORE_THE_DEADLINE);
        return inTime.compareTo(atLeast) < 0 ? atLeast : inTime;
    }

    static String reason(Answer answer) {
        if (answer.message() != null) {
            return answer.message();
        }
        if (answer.code() != null) {
            return answer.code();
        }
        return answer.statusCode() == null ? "no answer" : "HTTP " + answer.statusCode();
    }
}
