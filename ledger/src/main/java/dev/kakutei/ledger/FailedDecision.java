package dev.kakutei.ledger;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Report;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * What follows when a rule throws, which is a bug of the ledger: an alert names the request, and nothing else is held up.
 *
 * <p>The request keeps what is known of it. A record is passed over: a request that does not arrive is announced again by
 * the reconciler, a report that is not taken becomes silence. A timer is tried again; after {@link #GIVEN_UP} the request goes
 * to a person, where its state allows that, and otherwise keeps being tried.
 */
public final class FailedDecision {
    /** How long until a timer whose decision failed is tried again. */
    public static final Duration PAUSE = Duration.ofMinutes(1);
    /** How long a timer is tried: three times. */
    static final Duration GIVEN_UP = PAUSE.multipliedBy(2);

    private FailedDecision() {}

    /** @param before null where the request is not known */
    public static Decision of(Entry before, Observation observation, RuntimeException failure, Instant now) {
        Instant at = now.truncatedTo(ChronoUnit.MILLIS);
        return observation.match(new Observation.Cases<>() {
            @Override
            public Decision arrived(Observation.Arrived arrived) {
                return passedOver(before, "the arrival of " + arrived.accepted().requestId(), failure);
            }

            @Override
            public Decision attemptReported(Report.AttemptReport report) {
                return passedOver(
                        before, "the report of attempt " + report.attempt() + " of " + report.requestId(), failure);
            }

            @Override
            public Decision inquiryReported(Report.InquiryReport report, Observation.Trust trust) {
                return passedOver(
                        before,
                        "the answer to status query " + report.inquiry() + " of " + report.requestId(),
                        failure);
            }

            @Override
            public Decision timeCame() {
                return timer(before, failure, at);
            }

            /** A recovery is run by a person, who must see that it failed. */
            @Override
            public Decision recordsLost(Observation.RecordsLost lost) {
                throw failure;
            }

            @Override
            public Decision actionRequested(OperatorAction action) {
                Decision decision = passedOver(before, action.type() + " of " + action.requestId(), failure);
                int seq = before == null ? 0 : before.seq();
                String reason = "it failed for an internal error, and an alert was raised: " + failure;
                List<Effect> effects = new ArrayList<>(decision.effects());
                effects.add(new Effect.Refuse(ActionRefusal.of(action, seq, reason, at)));
                return new Decision(before, List.of(), effects);
            }
        });
    }

    private static Decision passedOver(Entry before, String what, RuntimeException failure) {
        return new Decision(before, List.of(), List.of(raise("Passed over " + what, failure)));
    }

    private static Decision timer(Entry before, RuntimeException failure, Instant now) {
        String what =
                "The timer of " + before.id() + ", which is " + before.status().word() + ", failed";
        boolean tried = !now.isBefore(before.dueAt().plus(GIVEN_UP));
        boolean cannotBeSent = before.awaitsApproval() && !before.inDoubt();
        if (!tried || cannotBeSent) {
            return new Decision(before, List.of(), List.of(raise(what + " and is tried again", failure)));
        }
        Draft draft = new Draft(before, now).effect(raise(what + " for good; the request needs a person", failure));
        return SettlementRules.toPerson(
                        draft,
                        "its rules failed, which is a bug: " + failure,
                        SettlementRules.nothingHeard("decision_failed"))
                .done();
    }

    private static Effect raise(String what, RuntimeException failure) {
        return new Effect.Raise(Alert.Severity.HIGH, Cause.DECISION_FAILED.word(), what + ": " + failure);
    }
}
