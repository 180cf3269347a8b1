package dev.kakutei.proof.check;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Cause;
import dev.kakutei.proof.AlertPeriods;
import dev.kakutei.schemas.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * An alarm that must be raised, because a person must know of its cause.
 *
 * @param cause the cause's name
 * @param since when it happened, or began
 * @param until when the request was no reason for it any more; the same as {@code since} for what only happened
 * @param timing when the alarm is to be expected
 * @param what for people: a sentence without its subject
 */
record ExpectedAlarm(String cause, String gateway, Instant since, Instant until, Timing timing, String what) {
    /** When the alarm is raised. */
    enum Timing {
        /** By the decision that recorded the fact. */
        WITH_FACT,
        /** When the ledger came to the report. */
        LATER
    }

    ExpectedAlarm {
        requireNonNull(cause, "cause");
        requireNonNull(since, "since");
        requireNonNull(until, "until");
        requireNonNull(timing, "timing");
        requireNonNull(what, "what");
    }

    /** By a fact that only happened. */
    static ExpectedAlarm event(Cause cause, String gateway, Instant at, String what) {
        return new ExpectedAlarm(cause.word(), gateway, at, at, Timing.WITH_FACT, what);
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
                && (timing == Timing.LATER || !alarm.at().isAfter(since.plus(skew)));
    }
}
