package dev.kakutei.proof.check;

import dev.kakutei.ledger.Cause;
import dev.kakutei.proof.AlertPeriods;
import dev.kakutei.proof.AlertState;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.Terms;
import dev.kakutei.schemas.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Whether a person could hear of what needs one: it was raised, and an alert covers it. Counted is what needs a person, not
 * the requests. A source that may have forgotten is no evidence of absence, so each is asked only for the time it has kept.
 */
public final class AlertChecks {
    private static final String OLDER = "older than what is kept of the ";

    private final Examination one;
    private final Duration skew;

    private AlertChecks(Examination one) {
        this.one = one;
        this.skew = one.terms().skew();
    }

    static void examine(Examination one) {
        List<Need> needs = Needs.of(one);
        AlertChecks checks = new AlertChecks(one);
        if (one.hasAllOf(Promise.ALARM_RAISED)) {
            needs.forEach(checks::raised);
        }
        if (one.hasAllOf(Promise.ALERTED)) {
            needs.forEach(checks::alerted);
            checks.raisedOtherwise(needs);
        }
    }

    /** An alarm that is no request's must have become an alert as well. */
    public static void examine(Alert alarm, Terms terms, Findings findings) {
        if (alarm.resolvedAt() != null) {
            return;
        }
        if (alarm.at().isAfter(terms.cut())) {
            findings.skipped(Promise.ALERTED, Examination.IN_MOTION);
        } else if (covers(terms, AlertPeriods.subject(alarm.cause(), alarm.gateway()), alarm.at(), alarm.at())) {
            findings.examined(Promise.ALERTED);
        } else if (isForgotten(terms, Promise.Source.ALERTS, alarm.at())) {
            findings.skipped(Promise.ALERTED, OLDER + Promise.Source.ALERTS.word());
        } else {
            findings.examined(Promise.ALERTED);
            findings.violated(Promise.ALERTED, alarm.id(), "was raised at " + alarm.at() + ", and no alert covers it");
        }
    }

    /**
     * What its topic says of an alert, against Postgres, which was read later and may know more.
     *
     * @param published null where the topic has forgotten it
     * @param stored null where there is no row
     */
    public static void stored(AlertState published, AlertState stored, Instant cut, Findings findings) {
        if (published == null) {
            return;
        }
        if (published.at().isAfter(cut)) {
            findings.skipped(Promise.ALERTS_STORED, Examination.IN_MOTION);
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

    private void raised(Need need) {
        if (need.since().isAfter(one.terms().cut())) {
            one.skip(Promise.ALARM_RAISED, Examination.IN_MOTION);
            return;
        }
        boolean found = one.file().alarms().stream().anyMatch(alarm -> need.isRaisedBy(alarm, skew));
        if (!found && isForgotten(one.terms(), Promise.Source.ALARMS, need.since())) {
            one.skip(Promise.ALARM_RAISED, OLDER + Promise.Source.ALARMS.word());
        } else if (!found && need.raised() == Need.Raised.LATER && wasSettledBy(need.since())) {
            // Such an alarm names no request.
            one.skip(Promise.ALARM_RAISED, "settled before, and perhaps not known to the ledger any more");
        } else {
            one.count(Promise.ALARM_RAISED);
            if (!found) {
                one.violate(
                        Promise.ALARM_RAISED,
                        need.what() + " since " + need.since() + ", and raised no " + need.cause());
            }
        }
    }

    private void alerted(Need need) {
        boolean moving = need.isState() ? one.file().movedAfter(one.terms().cut()) : isAfterCut(need.since());
        if (moving) {
            one.skip(Promise.ALERTED, Examination.IN_MOTION);
        } else if (isCovered(need)) {
            one.count(Promise.ALERTED);
        } else if (isForgotten(one.terms(), Promise.Source.ALERTS, need.since())) {
            one.skip(Promise.ALERTED, OLDER + Promise.Source.ALERTS.word());
        } else {
            one.count(Promise.ALERTED);
            boolean ended = covers(one.terms(), need.subject(), need.since(), need.since());
            one.violate(
                    Promise.ALERTED,
                    need.what() + " since " + need.since() + ", and "
                            + (ended
                                    ? "the alert " + need.subject() + " was ended before " + need.until()
                                    : "no alert " + need.subject() + " covers it"));
        }
    }

    /** What was raised for a reason that leaves no fact. */
    private void raisedOtherwise(List<Need> needs) {
        for (Alert alarm : one.file().alarms()) {
            if (needs.stream().noneMatch(need -> need.isRaisedBy(alarm, skew))) {
                examine(alarm, one.terms(), one.findings());
            }
        }
    }

    /** A position that was lost is an alert without a gateway, where the ledger did not know the request any more. */
    private boolean isCovered(Need need) {
        return covers(one.terms(), need.subject(), need.since(), need.until())
                || (need.cause().equals(Cause.POSITION_LOST.word())
                        && covers(one.terms(), AlertPeriods.subject(need.cause(), null), need.since(), need.until()));
    }

    /**
     * The alert that an alarm is counted in began before the alarm was gone from its topic, and is not over before its
     * request has left the state.
     */
    private static boolean covers(Terms terms, String subject, Instant since, Instant until) {
        return terms.alerts()
                .covers(subject, since.plus(terms.alarmsKept()).plus(terms.skew()), until.minus(terms.skew()));
    }

    private static boolean isForgotten(Terms terms, Promise.Source source, Instant at) {
        return !terms.isComplete(source, at.minus(terms.skew()));
    }

    private boolean isAfterCut(Instant at) {
        return at.isAfter(one.terms().cut());
    }

    private boolean wasSettledBy(Instant at) {
        return one.life()
                .settlement()
                .map(end -> !end.event().at().isAfter(at))
                .orElse(one.life().steps().isEmpty());
    }
}
