package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import java.time.Duration;
import java.time.Instant;

/**
 * How long a gateway is left alone: the longest of what our own schedule, the gateway and its quota ask for (SPEC C3,
 * C4). A gateway's wait is capped; each time a cap is reached, that is counted.
 */
final class RetryDelay {
    /** The longest period of a quota: a month. */
    static final Duration MAX_QUOTA_WAIT = Duration.ofDays(31);

    private final Draft draft;
    private Duration wait;

    /** @param atLeast what our own schedule says */
    RetryDelay(Draft draft, Duration atLeast) {
        this.draft = draft;
        this.wait = atLeast;
    }

    /** What the answer to an attempt asks for. */
    RetryDelay askedAfterAttempt(Answer answer) {
        return asked(RetryHint.afterAttempt(answer, draft.now()));
    }

    /** What the answer to a question asks for. */
    RetryDelay askedAfterInquiry(Answer answer) {
        return asked(RetryHint.afterInquiry(answer, draft.now()));
    }

    private RetryDelay asked(RetryHint retryHint) {
        if (retryHint.excessive() != null) {
            draft.effect(new Effect.CountExcessiveWait(retryHint.excessive()));
        }
        return atLeast(retryHint.after());
    }

    /** @param atLeastMillis what is left of a quota's period; null for no quota */
    RetryDelay quota(Long atLeastMillis) {
        if (atLeastMillis == null) {
            return this;
        }
        boolean tooLong = atLeastMillis > MAX_QUOTA_WAIT.toMillis();
        if (tooLong) {
            draft.effect(new Effect.CountExcessiveWait(ExcessiveWait.QUOTA_TOO_LONG));
        }
        return atLeast(tooLong ? MAX_QUOTA_WAIT : Duration.ofMillis(atLeastMillis));
    }

    RetryDelay atLeast(Duration other) {
        wait = other.compareTo(wait) > 0 ? other : wait;
        return this;
    }

    Instant until() {
        return draft.now().plus(wait);
    }

    /**
     * When to send again; where the request expires before that, when it does. It will not be sent then, and the
     * caller should not have to wait for the end of a quota to learn that. Until then a person may still send it.
     */
    Instant untilNextAttempt() {
        Instant expiresAt = draft.entry().expiresAt();
        boolean expiresFirst = expiresAt != null && expiresAt.isAfter(draft.now()) && expiresAt.isBefore(until());
        return expiresFirst ? expiresAt : until();
    }
}
