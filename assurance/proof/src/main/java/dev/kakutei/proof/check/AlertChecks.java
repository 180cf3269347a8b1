package dev.kakutei.proof.check;

import dev.kakutei.ledger.Cause;
import dev.kakutei.proof.AlertPeriods;
import dev.kakutei.proof.AlertState;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofContext;
import dev.kakutei.schemas.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Whether what needs a person was reported: it was raised, and an alert covers it. Counted is what needs a person, not the
 * requests. A source that may have expired records is no evidence of absence, so each is asked only for the time it has
 * kept.
 */
public final class AlertChecks {
    private static final String OLDER = "older than what is kept of the ";

    private final CaseCheck check;
    private final Duration skew;

    private AlertChecks(CaseCheck check) {
        this.check = check;
        this.skew = check.context().skew();
    }

    static void examine(CaseCheck check) {
        List<ExpectedAlarm> expectedAlarms = ExpectedAlarms.of(check);
        AlertChecks checks = new AlertChecks(check);
        if (check.hasAllOf(Promise.ALARM_RAISED)) {
            expectedAlarms.forEach(checks::raised);
        }
        if (check.hasAllOf(Promise.ALERTED)) {
            expectedAlarms.forEach(checks::alerted);
            checks.raisedOtherwise(expectedAlarms);
        }
    }

    /** An alarm that is no request's must have become an alert as well. */
    public static void examine(Alert alarm, ProofContext context, Findings findings) {
        if (alarm.resolvedAt() != null) {
            return;
        }
        if (alarm.at().isAfter(context.cut())) {
            findings.skipped(Promise.ALERTED, CaseCheck.IN_MOTION);
        } else if (covers(context, AlertPeriods.subject(alarm.cause(), alarm.gateway()), alarm.at(), alarm.at())) {
            findings.examined(Promise.ALERTED);
        } else if (isPastRetention(context, Promise.Source.ALERTS, alarm.at())) {
            findings.skipped(Promise.ALERTED, OLDER + Promise.Source.ALERTS.word());
        } else {
            findings.examined(Promise.ALERTED);
            findings.violated(Promise.ALERTED, alarm.id(), "was raised at " + alarm.at() + ", and no alert covers it");
        }
    }

    /**
     * What its topic says of an alert, against Postgres, which was read later and may know more.
     *
     * @param published null where the topic no longer has it
     * @param stored null where there is no row
     */
    public static void stored(AlertState published, AlertState stored, Instant cut, Findings findings) {
        if (published == null) {
            return;
        }
        if (published.at().isAfter(cut)) {
            findings.skipped(Promise.ALERTS_STORED, CaseCheck.IN_MOTION);
            return;
        }
        findings.examined(Promise.ALERTS_STORED);
        if (stored == null) {
            findings.violated(Promise.ALERTS_STORED, published.id(), "is on the topic and not in Postgres");
        } else if (stored.at().isBefore(published.at())) {
            findings.violated(
                    Promise.ALERTS_STORED,
                    published.id(),
                    "is in Postgres as of " + stored.at() + ", and on the topic as of " + published.at());
        } else if (published.resolvedAt() != null && stored.resolvedAt() == null) {
            findings.violated(
                    Promise.ALERTS_STORED,
                    published.id(),
                    "is open in Postgres, and was resolved at " + published.resolvedAt());
        }
    }

    private void raised(ExpectedAlarm expected) {
        if (expected.since().isAfter(check.context().cut())) {
            check.skip(Promise.ALARM_RAISED, CaseCheck.IN_MOTION);
            return;
        }
        boolean found = check.file().alarms().stream().anyMatch(alarm -> expected.isRaisedBy(alarm, skew));
        if (!found && isPastRetention(check.context(), Promise.Source.ALARMS, expected.since())) {
            check.skip(Promise.ALARM_RAISED, OLDER + Promise.Source.ALARMS.word());
        } else if (!found && expected.timing() == ExpectedAlarm.Timing.LATER && wasSettledBy(expected.since())) {
            // Such an alarm names no request.
            check.skip(Promise.ALARM_RAISED, "settled before, and perhaps not known to the ledger any more");
        } else {
            check.count(Promise.ALARM_RAISED);
            if (!found) {
                check.violate(
                        Promise.ALARM_RAISED,
                        expected.what() + " since " + expected.since() + ", and raised no " + expected.cause());
            }
        }
    }

    private void alerted(ExpectedAlarm expected) {
        boolean moving =
                expected.isState() ? check.file().movedAfter(check.context().cut()) : isAfterCut(expected.since());
        if (moving) {
            check.skip(Promise.ALERTED, CaseCheck.IN_MOTION);
        } else if (isCovered(expected)) {
            check.count(Promise.ALERTED);
        } else if (isPastRetention(check.context(), Promise.Source.ALERTS, expected.since())) {
            check.skip(Promise.ALERTED, OLDER + Promise.Source.ALERTS.word());
        } else {
            check.count(Promise.ALERTED);
            boolean ended = covers(check.context(), expected.subject(), expected.since(), expected.since());
            check.violate(
                    Promise.ALERTED,
                    expected.what() + " since " + expected.since() + ", and "
                            + (ended
                                    ? "the alert " + expected.subject() + " was ended before " + expected.until()
                                    : "no alert " + expected.subject() + " covers it"));
        }
    }

    /** What was raised for a reason that leaves no fact. */
    private void raisedOtherwise(List<ExpectedAlarm> expectedAlarms) {
        for (Alert alarm : check.file().alarms()) {
            if (expectedAlarms.stream().noneMatch(expected -> expected.isRaisedBy(alarm, skew))) {
                examine(alarm, check.context(), check.findings());
            }
        }
    }

    /** A position that was lost is an alert without a gateway, where the ledger did not know the request any more. */
    private boolean isCovered(ExpectedAlarm expected) {
        return covers(check.context(), expected.subject(), expected.since(), expected.until())
                || (expected.cause().equals(Cause.POSITION_LOST.word())
                        && covers(
                                check.context(),
                                AlertPeriods.subject(expected.cause(), null),
                                expected.since(),
                                expected.until()));
    }

    /**
     * The alert that an alarm is counted in began before the alarm was gone from its topic, and is not over before its
     * request has left the state.
     */
    private static boolean covers(ProofContext context, String subject, Instant since, Instant until) {
        return context.alerts()
                .covers(subject, since.plus(context.alarmsKept()).plus(context.skew()), until.minus(context.skew()));
    }

    private static boolean isPastRetention(ProofContext context, Promise.Source source, Instant at) {
        return !context.isComplete(source, at.minus(context.skew()));
    }

    private boolean isAfterCut(Instant at) {
        return at.isAfter(check.context().cut());
    }

    private boolean wasSettledBy(Instant at) {
        return check.history()
                .settlement()
                .map(end -> !end.event().at().isAfter(at))
                .orElse(check.history().steps().isEmpty());
    }
}
