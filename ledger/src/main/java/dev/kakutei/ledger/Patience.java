package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import java.time.Duration;
import java.time.Instant;

/**
 * How long a gateway is left alone: the longest of what our own schedule, the gateway and its quota ask for (SPEC C3,
 * C4). Nobody is believed beyond a cap; where one is reached, that is counted.
 */
final class Patience {
    /** The longest period of a quota: a month. */
    static final Duration MOST_FOR_QUOTA = Duration.ofDays(31);

    private final Draft draft;
    private Duration wait;

    /** @param atLeast what our own schedule says */
    Patience(Draft draft, Duration atLeast) {
        this.draft = draft;
        this.wait = atLeast;
    }

    /** What the answer to an attempt asks for. */
    Patience askedAfterAttempt(Answer answer) {
        return asked(ComeBack.afterAttempt(answer, draft.now()));
    }

    /** What the answer to a question asks for. */
    Patience askedAfterInquiry(Answer answer) {
        return asked(ComeBack.afterInquiry(answer, draft.now()));
    }

    private Patience asked(ComeBack comeBack) {
        if (comeBack.absurd() != null) {
            draft.effect(new Effect.CountAbsurdWait(comeBack.absurd()));
        }
        return atLeast(comeBack.after());
    }

    /** @param atLeastMillis what is left of a quota's period; null for no quota */
    Patience quota(Long atLeastMillis) {
        if (atLeastMillis == null) {
            return this;
        }
        boolean tooLong = atLeastMillis > MOST_FOR_QUOTA.toMillis();
        if (tooLong) {
            draft.effect(new Effect.CountAbsurdWait(AbsurdWait.QUOTA_TOO_LONG));
        }
        return atLeast(tooLong ? MOST_FOR_QUOTA : Duration.ofMillis(atLeastMillis));
    }

    Patience atLeast(Duration other) {
        wait = other.compareTo(wait) > 0 ? other : wait;
        return this;
    }

    Instant until() {
        return draft.now().plus(wait);
    }

    /**
     * When to send again; where the request expires before that, when it does. It will not be sent then, and nobody
     * should have to wait for the end of a quota to be told so. Until then a person may still send it.
     */
    Instant untilNextAttempt() {
        Instant expiresAt = draft.entry().expiresAt();
        boolean expiresFirst = expiresAt != null && expiresAt.isAfter(draft.now()) && expiresAt.isBefore(until());
        return expiresFirst ? expiresAt : until();
    }
}
