package dev.kakutei.proof.check;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Cause;
import dev.kakutei.proof.AlertPeriods;
import dev.kakutei.schemas.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Something that a person must hear of.
 *
 * @param cause the word of it
 * @param since when it happened, or began
 * @param until when the request was no reason for it any more; the same as {@code since} for what only happened
 * @param raised when the alarm is to be expected
 * @param what for people: a sentence without its subject
 */
record Need(String cause, String gateway, Instant since, Instant until, Raised raised, String what) {
    /** When the alarm is raised. */
    enum Raised {
        /** By the decision that recorded the fact. */
        WITH_THE_FACT,
        /** When the ledger came to the report. */
        LATER
    }

    Need {
        requireNonNull(cause, "cause");
        requireNonNull(since, "since");
        requireNonNull(until, "until");
        requireNonNull(raised, "raised");
        requireNonNull(what, "what");
    }

    /** By a fact that only happened. */
    static Need event(Cause cause, String gateway, Instant at, String what) {
        return new Need(cause.word(), gateway, at, at, Raised.WITH_THE_FACT, what);
    }

    boolean isState() {
        return until.isAfter(since);
    }

    String subject() {
        return AlertPeriods.subject(cause, gateway);
    }

    boolean isRaisedBy(Alert alarm, Duration skew) {
        return alarm.resolvedAt() == null
                && alarm.cause().equals(cause)
                && Objects.equals(alarm.gateway(), gateway)
                && !alarm.at().isBefore(since.minus(skew))
                && (raised == Raised.LATER || !alarm.at().isAfter(since.plus(skew)));
    }
}
