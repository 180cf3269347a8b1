package dev.kakutei.proof.check;

import dev.kakutei.ledger.Entry;
import dev.kakutei.proof.FactHistory;
import dev.kakutei.proof.Promise;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.util.List;
import java.util.Objects;

/** Whether a doubt stays until something is known of the very attempt that it is about (ADR 26 and 28). */
final class DoubtChecks {
    private final CaseCheck check;
    private final List<Report.AttemptReport> reports;

    private DoubtChecks(CaseCheck check) {
        this.check = check;
        this.reports = check.attemptReports();
    }

    static void examine(CaseCheck check) {
        DoubtChecks checks = new DoubtChecks(check);
        if (checks.isAnyDoubt() && check.canJudge(Promise.DOUBT_NOT_CLEARED)) {
            check.count(Promise.DOUBT_NOT_CLEARED);
            check.history().steps().forEach(checks::notCleared);
        }
    }

    private boolean isAnyDoubt() {
        return reports.stream().anyMatch(report -> Absence.mayHaveActed(report.outcome()))
                || check.history().steps().stream()
                        .anyMatch(step -> step.after().inDoubt());
    }

    private void notCleared(FactHistory.Step step) {
        Entry before = step.before();
        if (step.fact() instanceof Fact.AttemptDeferred deferred && deferred.doubt() == Outcome.Doubt.NONE) {
            if (RuleChecks.isNotFound(check, before, deferred.answer())) {
                return;
            }
            if (before.inDoubt()) {
                violate(step, "takes no attempt for one that took effect, though an earlier one may have");
            }
            takenBack(step, deferred.attempt(), deferred.answer());
        } else if (step.fact() instanceof Fact.Settled settled) {
            if (before.inDoubt()) {
                endedInDoubt(step, settled);
            }
            if (settled.verdict() == Fact.Verdict.ABORTED && settled.ground() == Fact.Ground.POLICY) {
                takenBack(step, before.attempts().count(), settled.answer());
            }
        }
    }

    /** An answer, a rule or a withdrawal speaks for the last attempt alone, and the doubt is about an earlier one. */
    private void endedInDoubt(FactHistory.Step step, Fact.Settled settled) {
        boolean ends = switch (settled.verdict()) {
            case SUCCEEDED -> false;
            case FAILED ->
                settled.ground() == Fact.Ground.ANSWER
                        || (settled.ground() == Fact.Ground.VERIFICATION
                                && step.before().perhapsTwice()
                                && !settled.reason().endsWith("NOT_FOUND"));
            case ABORTED -> settled.ground() == Fact.Ground.POLICY;
            case EXPIRED, CANCELLED -> true;
        };
        if (ends) {
            violate(step, "settles it as " + settled.verdict() + ", though an earlier attempt may have taken effect");
        }
    }

    /** A report that says "not made" cannot take back what was reported of the same attempt before it. */
    private void takenBack(FactHistory.Step step, int attempt, Answer answer) {
        boolean doubted = false;
        for (Report.AttemptReport report : reports) {
            if (report.attempt() != attempt) {
                continue;
            }
            if (doubted
                    && Absence.isClaimed(report.outcome())
                    && Objects.equals(report.outcome().answer(), answer)) {
                violate(
                        step,
                        "believes the report at " + report.at() + " that attempt " + attempt
                                + " was not made, though it had been reported as unknown");
                return;
            }
            doubted |= Absence.mayHaveActed(report.outcome());
        }
    }

    private void violate(FactHistory.Step step, String sentence) {
        check.violate(Promise.DOUBT_NOT_CLEARED, "fact " + step.event().seq() + " " + sentence);
    }
}
