package dev.kakutei.proof.check;

import dev.kakutei.ledger.Cause;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.proof.FactHistory;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.FactKind;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The alarms that a request's facts and reports require. Written a second time, like the other rules. */
final class ExpectedAlarms {
    private static final String DECISION_FAILED = "decision_failed";

    private final CaseCheck check;
    private final List<ExpectedAlarm> expectedAlarms = new ArrayList<>();

    private ExpectedAlarms(CaseCheck check) {
        this.check = check;
    }

    static List<ExpectedAlarm> of(CaseCheck check) {
        ExpectedAlarms expectedAlarms = new ExpectedAlarms(check);
        List<FactHistory.Step> steps = check.history().steps();
        for (int i = 0; i < steps.size(); i++) {
            expectedAlarms.expectedAlarms.addAll(expectedAlarms.of(steps.get(i), steps.subList(i + 1, steps.size())));
        }
        check.attemptReports().forEach(expectedAlarms::add);
        return expectedAlarms.expectedAlarms;
    }

    /** @return those of this fact, in the order in which they are raised */
    private List<ExpectedAlarm> of(FactHistory.Step step, List<FactHistory.Step> later) {
        Fact fact = step.fact();
        return switch (FactKind.of(fact)) {
            case VERIFICATION_FAILED -> verificationFailed(step, later, (Fact.VerificationFailed) fact);
            case APPROVAL_OVERDUE ->
                List.of(state(
                        Cause.APPROVAL_OVERDUE,
                        step,
                        later,
                        ExpectedAlarms::waitsForApproval,
                        "waits too long for approval"));
            case CONTRADICTED -> List.of(event(Cause.CONTRADICTION, step, "was contradicted"));
            case OPERATOR_ACTED ->
                ((Fact.OperatorActed) fact).secondEffectAccepted() == SecondEffect.ACCEPTED
                        ? List.of(event(Cause.PERHAPS_TWICE, step, "was sent at the risk of a second effect"))
                        : List.of();
            case SETTLED -> settled(step, (Fact.Settled) fact);
            case ACCEPTED,
                    ATTEMPT_STARTED,
                    ATTEMPT_DEFERRED,
                    OUTCOME_UNKNOWN,
                    OUTCOME_STILL_UNKNOWN,
                    ACKNOWLEDGED,
                    RECORDS_LOST,
                    INQUIRY_STARTED,
                    INQUIRY_INCONCLUSIVE,
                    APPROVAL_REQUESTED,
                    APPROVED,
                    RETURNED,
                    RESUBMITTED,
                    SUMMARY_ATTACHED,
                    COMMENTED -> List.of();
        };
    }

    private List<ExpectedAlarm> verificationFailed(
            FactHistory.Step step, List<FactHistory.Step> later, Fact.VerificationFailed failed) {
        List<ExpectedAlarm> found = new ArrayList<>();
        if (step.before().status() != Status.VERIFICATION_FAILED) {
            found.add(state(
                    Cause.VERIFICATION_FAILED, step, later, ExpectedAlarms::waitsForPerson, "waits for a person"));
        }
        if (failed.answer().statusCode() == null
                && DECISION_FAILED.equals(failed.answer().code())) {
            found.add(event(Cause.DECISION_FAILED, step, "its rules failed"));
        }
        return found;
    }

    private List<ExpectedAlarm> settled(FactHistory.Step step, Fact.Settled settled) {
        if (settled.verdict() == Fact.Verdict.ABORTED) {
            return List.of(event(Cause.ATTEMPTS_USED_UP, step, "was given up"));
        }
        return settled.verdict() == Fact.Verdict.SUCCEEDED && mayBeTwo(step.before(), settled)
                ? List.of(event(Cause.PERHAPS_TWICE, step, "succeeded, and another attempt may have taken effect"))
                : List.of();
    }

    /** Whether it is not known of which attempt the success is, at a gateway that would not take two for one. */
    private boolean mayBeTwo(Entry before, Fact.Settled settled) {
        boolean another = switch (settled.ground()) {
            case ANSWER -> settled.attempt() < before.attempts().count() && awaitsAnswer(before.status());
            case VERIFICATION -> before.status() == Status.SENDING;
            case POLICY, OPERATOR -> false;
        };
        boolean accepted = before.perhapsTwice()
                && (settled.ground() == Fact.Ground.VERIFICATION
                        || (settled.ground() == Fact.Ground.ANSWER
                                && settled.attempt() == before.attempts().count()));
        if (accepted || !another) {
            return accepted;
        }
        Optional<Gateway> gateway = check.context().gateway(before.gateway());
        if (gateway.isEmpty()) {
            check.skip(Promise.ALARM_RAISED, "its gateway is not in the gateway file");
            return false;
        }
        return before.perhapsTwice() || gateway.get().gatewayClass() != GatewayClass.IDEMPOTENT;
    }

    private void add(Report.AttemptReport report) {
        if (PositionLost.isCauseOf(report.outcome())) {
            expectedAlarms.add(new ExpectedAlarm(
                    Cause.POSITION_LOST.word(),
                    report.gateway(),
                    report.at(),
                    report.at(),
                    ExpectedAlarm.Timing.LATER,
                    "was reported as position_lost"));
        }
    }

    private static ExpectedAlarm event(Cause cause, FactHistory.Step step, String what) {
        return ExpectedAlarm.event(cause, step.after().gateway(), step.event().at(), what);
    }

    private ExpectedAlarm state(
            Cause cause, FactHistory.Step entered, List<FactHistory.Step> later, Predicate<Entry> lasts, String what) {
        Instant until = later.stream()
                .filter(step -> !lasts.test(step.after()))
                .findFirst()
                .map(step -> step.event().at())
                .orElse(check.context().now());
        return new ExpectedAlarm(
                cause.word(),
                entered.after().gateway(),
                entered.event().at(),
                until,
                ExpectedAlarm.Timing.WITH_FACT,
                what);
    }

    private static boolean waitsForPerson(Entry entry) {
        return entry.status() == Status.VERIFICATION_FAILED;
    }

    /** A new limit, an approval or an end is a reason less. */
    private static boolean waitsForApproval(Entry entry) {
        return !entry.status().terminal()
                && entry.awaitsApproval()
                && entry.approval().limitAt() == null;
    }

    private static boolean awaitsAnswer(Status status) {
        return status == Status.SENDING || status == Status.VERIFYING || status == Status.VERIFICATION_FAILED;
    }
}
