package dev.kakutei.proof.check;

import dev.kakutei.ledger.Cause;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.proof.Life;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
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

/** What a request's facts and reports show that a person must hear of. Written a second time, like the other rules. */
final class Needs {
    private static final String DECISION_FAILED = "decision_failed";

    private final Examination one;
    private final List<Need> needs = new ArrayList<>();

    private Needs(Examination one) {
        this.one = one;
    }

    static List<Need> of(Examination one) {
        Needs needs = new Needs(one);
        List<Life.Step> steps = one.life().steps();
        for (int i = 0; i < steps.size(); i++) {
            needs.add(steps.get(i), steps.subList(i + 1, steps.size()));
        }
        one.attemptReports().forEach(needs::add);
        return needs.needs;
    }

    private void add(Life.Step step, List<Life.Step> later) {
        Fact fact = step.fact();
        if (fact instanceof Fact.VerificationFailed failed) {
            if (step.before().status() != Status.VERIFICATION_FAILED) {
                state(Cause.VERIFICATION_FAILED, step, later, Needs::waitsForPerson, "waits for a person");
            }
            if (failed.answer().statusCode() == null
                    && DECISION_FAILED.equals(failed.answer().code())) {
                event(Cause.DECISION_FAILED, step, "its rules failed");
            }
        } else if (fact instanceof ApprovalFact.Overdue) {
            state(Cause.APPROVAL_OVERDUE, step, later, Needs::waitsForApproval, "waits too long for approval");
        } else if (fact instanceof Fact.Contradicted) {
            event(Cause.CONTRADICTION, step, "was contradicted");
        } else if (fact instanceof Fact.OperatorActed acted && acted.secondEffectAccepted() == SecondEffect.ACCEPTED) {
            event(Cause.PERHAPS_TWICE, step, "was sent at the risk of a second effect");
        } else if (fact instanceof Fact.Settled settled) {
            settled(step, settled);
        }
    }

    private void settled(Life.Step step, Fact.Settled settled) {
        if (settled.verdict() == Fact.Verdict.ABORTED) {
            event(Cause.ATTEMPTS_USED_UP, step, "was given up");
        } else if (settled.verdict() == Fact.Verdict.SUCCEEDED && mayBeTwo(step.before(), settled)) {
            event(Cause.PERHAPS_TWICE, step, "succeeded, and another attempt may have taken effect");
        }
    }

    /** Whether it is not known of which attempt the success is, at a gateway that would not take two for one. */
    private boolean mayBeTwo(Entry before, Fact.Settled settled) {
        boolean another = switch (settled.ground()) {
            case ANSWER -> settled.attempt() < before.attempts() && awaitsAnswer(before.status());
            case VERIFICATION -> before.status() == Status.SENDING;
            case POLICY, OPERATOR -> false;
        };
        boolean accepted = before.perhapsTwice()
                && (settled.ground() == Fact.Ground.VERIFICATION
                        || (settled.ground() == Fact.Ground.ANSWER && settled.attempt() == before.attempts()));
        if (accepted || !another) {
            return accepted;
        }
        Optional<Gateway> gateway = one.terms().gateway(before.gateway());
        if (gateway.isEmpty()) {
            one.skip(Promise.ALARM_RAISED, "its gateway is not in the gateway file");
            return false;
        }
        return before.perhapsTwice() || gateway.get().gatewayClass() != GatewayClass.IDEMPOTENT;
    }

    private void add(Report.AttemptReport report) {
        if (PositionLost.isCauseOf(report.outcome())) {
            needs.add(new Need(
                    Cause.POSITION_LOST.word(),
                    report.gateway(),
                    report.at(),
                    report.at(),
                    Need.Raised.LATER,
                    "was reported as position_lost"));
        }
    }

    private void event(Cause cause, Life.Step step, String what) {
        needs.add(Need.event(cause, step.after().gateway(), step.event().at(), what));
    }

    private void state(Cause cause, Life.Step entered, List<Life.Step> later, Predicate<Entry> lasts, String what) {
        Instant until = later.stream()
                .filter(step -> !lasts.test(step.after()))
                .findFirst()
                .map(step -> step.event().at())
                .orElse(one.terms().now());
        needs.add(new Need(
                cause.word(), entered.after().gateway(), entered.event().at(), until, Need.Raised.WITH_THE_FACT, what));
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
