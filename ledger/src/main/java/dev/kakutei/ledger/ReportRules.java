package dev.kakutei.ledger;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import java.time.Instant;
import java.util.List;

/**
 * What a report of a sender means: of an attempt or of an inquiry, known or not, first or repeated, in time or long after
 * the end.
 */
final class ReportRules {
    /** Null where the request is not known. */
    private final Entry entry;
    /** Null where its gateway is not configured. */
    private final GatewayPolicy policy;

    private final Instant now;

    ReportRules(Entry entry, GatewayPolicy policy, Instant now) {
        this.entry = entry;
        this.policy = policy;
        this.now = now;
    }

    Decision attempt(Report.AttemptReport report) {
        return PositionLost.isCauseOf(report.outcome()) ? positionLost(report) : attemptEnded(report);
    }

    /**
     * A sender does not know whether the attempt was posted. Operators are notified whether or not it matters for
     * this request: whatever deleted the position may do so again. A request that is not known was settled and
     * removed.
     */
    private Decision positionLost(Report.AttemptReport report) {
        Decision decision = entry == null ? Decision.nothing(null) : attemptEnded(report);
        return decision.with(new Effect.Raise(
                Alert.Severity.HIGH,
                Cause.POSITION_LOST.word(),
                "The senders of " + report.gateway() + " lost their position in its commands. Attempt "
                        + report.attempt() + " of request " + report.requestId()
                        + " may have been posted before, so it was not posted again, and is unknown."));
    }

    private Decision attemptEnded(Report.AttemptReport report) {
        if (entry == null || !entry.knowsAttempt(report.attempt(), report.recovery())) {
            String ending = report.outcome().getClass().getSimpleName();
            String what = "attempt " + report.attempt() + " (" + ending + ") of request " + report.requestId();
            return entry != null && mayHaveLeftNoTrace()
                    ? endedWithoutCommand(report).with(withoutCommand(what))
                    : orphan(what);
        }
        if (entry.status().terminal()) {
            return afterTheEnd(report.attempt(), report.outcome());
        }
        Draft draft = new Draft(entry, now);
        if (report.outcome() instanceof Outcome.Delivered delivered) {
            // True whichever attempt it answers, and whatever we believed meanwhile.
            SettlementRules.succeeded(draft, Fact.Ground.ANSWER, report.attempt(), delivered.answer());
            if (report.attempt() < entry.attempts().count() && awaitsAnswer(entry.status())) {
                return perhapsTwice(
                        draft,
                        "An earlier attempt succeeded, and what became of attempt "
                                + entry.attempts().count() + " is not known");
            }
            return report.attempt() == entry.attempts().count() && entry.perhapsTwice()
                    ? perhapsTwice(
                            draft,
                            "Attempt " + entry.attempts().count()
                                    + " succeeded, and an earlier one may have taken effect as well")
                    : draft.done();
        }
        if (report.attempt() < entry.attempts().count() || !awaitsAnswer(entry.status())) {
            return AttemptRules.acknowledged(draft, report.attempt(), report.outcome())
                    .done();
        }
        if (AttemptRules.endsSilence(entry, report.outcome())) {
            return draft.record(new LateFact.OutcomeStillUnknown(
                            report.attempt(), report.outcome().answer()))
                    .done();
        }
        if (report.outcome() instanceof Outcome.Refused refused && !entry.inDoubt()) {
            // Certain, whatever the policy, and though a person was called meanwhile: no other attempt is in doubt.
            Answer answer = refused.answer();
            return SettlementRules.failed(
                            draft, Fact.Ground.ANSWER, report.attempt(), AttemptRules.reason(answer), answer)
                    .done();
        }
        if (entry.status() == Status.VERIFICATION_FAILED) {
            return AttemptRules.acknowledged(draft, report.attempt(), report.outcome())
                    .done();
        }
        return policy == null
                ? SettlementRules.withoutGateway(AttemptRules.acknowledged(draft, report.attempt(), report.outcome()))
                : new AttemptRules(policy, draft).ended(report.outcome()).done();
    }

    Decision inquiry(Report.InquiryReport report, Observation.Trust trust) {
        if (entry == null || !entry.knowsInquiry(report.inquiry(), report.recovery())) {
            String what =
                    "inquiry " + report.inquiry() + " (" + report.finding() + ") of request " + report.requestId();
            return entry != null && mayHaveLeftNoTrace() && report.finding() == Finding.SUCCEEDED
                    ? foundWithoutCommand(report).with(withoutCommand(what))
                    : orphan(what);
        }
        if (entry.status().terminal()) {
            return SettlementRules.foundAfterTheEnd(new Draft(entry, now), report)
                    .done();
        }
        Draft draft = new Draft(entry, now);
        if (report.finding() == Finding.SUCCEEDED) {
            // True whichever inquiry it answers, and whether or not the gateway is configured still.
            SettlementRules.succeeded(draft, Fact.Ground.VERIFICATION, 0, report.answer());
            // Commanded before the attempt that is under way, but perhaps made after it began: of which attempt it
            // speaks is not known, because clocks differ.
            if (entry.status() == Status.SENDING) {
                return perhapsTwice(
                        draft,
                        "The gateway reports a success while attempt "
                                + entry.attempts().count() + " is under way, perhaps an earlier one's");
            }
            return entry.perhapsTwice()
                    ? perhapsTwice(
                            draft,
                            "The gateway reports a success, and more than one of "
                                    + entry.attempts().count() + " attempts may have taken effect")
                    : draft.done();
        }
        if (entry.status() != Status.VERIFYING
                || report.inquiry() != entry.inquiries().open()) {
            return Decision.nothing(entry);
        }
        return policy == null
                ? SettlementRules.withoutGateway(draft)
                : new VerificationRules(policy, draft).answered(report, trust).done();
    }

    /** Evidence that speaks against what was settled is kept, and an alert is raised (SPEC C7). */
    private Decision afterTheEnd(int attempt, Outcome outcome) {
        return SettlementRules.afterTheEnd(new Draft(entry, now), policy, attempt, outcome)
                .done();
    }

    /**
     * An earlier attempt took effect, or may have, and a later one may be at the gateway: either a person accepted
     * that, or a false answer allowed the later one, or a question met the later one on its way. Nothing more
     * may ever be heard of it.
     */
    private Decision perhapsTwice(Draft draft, String what) {
        if (!Repetition.wasRecognised(policy, entry)) {
            draft.raise(Alert.Severity.HIGH, "perhaps_twice", what + ": the gateway may act twice.");
        }
        return draft.done();
    }

    /** A report of something that was never commanded: nothing to decide about, but an alert is raised. */
    private Decision orphan(String what) {
        return new Decision(entry, List.of(), List.of(withoutCommand(what)));
    }

    private static Effect withoutCommand(String what) {
        return new Effect.Raise(
                Alert.Severity.HIGH,
                "report_without_command",
                "Received " + what + ", for which no command is known here, or not any more.");
    }

    /** Whether records of a command may have been lost. */
    private boolean mayHaveLeftNoTrace() {
        return entry.inDoubt() || entry.recovery() > 0;
    }

    /** Records of the command were lost: a success is true all the same, and so is an acknowledgement. */
    private Decision endedWithoutCommand(Report.AttemptReport report) {
        if (entry.status().terminal()) {
            return afterTheEnd(report.attempt(), report.outcome());
        }
        Draft draft = new Draft(entry, now);
        if (!(report.outcome() instanceof Outcome.Delivered delivered)) {
            return AttemptRules.acknowledged(draft, report.attempt(), report.outcome())
                    .done();
        }
        return besideTheOneUnderWay(
                SettlementRules.succeeded(draft, Fact.Ground.ANSWER, report.attempt(), delivered.answer()));
    }

    private Decision foundWithoutCommand(Report.InquiryReport report) {
        Draft draft = new Draft(entry, now);
        return entry.status().terminal()
                ? SettlementRules.foundAfterTheEnd(draft, report).done()
                : besideTheOneUnderWay(SettlementRules.succeeded(draft, Fact.Ground.VERIFICATION, 0, report.answer()));
    }

    private Decision besideTheOneUnderWay(Draft succeeded) {
        return entry.status() == Status.SENDING
                ? perhapsTwice(
                        succeeded,
                        "An attempt of which no record is left succeeded, and what became of attempt "
                                + entry.attempts().count() + " is not known")
                : succeeded.done();
    }

    private static boolean awaitsAnswer(Status status) {
        return status == Status.SENDING || status == Status.VERIFYING || status == Status.VERIFICATION_FAILED;
    }
}
