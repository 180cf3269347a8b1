package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.ApprovalRule;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Decides what every observation means. Total and idempotent: whatever comes, however often and in whatever order, there
 * is a decision, and what was seen before changes nothing.
 */
public final class Ledger {
    private final Map<String, GatewayPolicy> policies;
    private final ApprovalPolicy approvals;

    /** Nothing waits for approval. */
    public Ledger(Map<String, GatewayPolicy> policies) {
        this(policies, List.of());
    }

    /** @param approvals which requests wait for a second person; the first rule that applies decides */
    public Ledger(Map<String, GatewayPolicy> policies, List<ApprovalRule> approvals) {
        this.policies = Map.copyOf(policies);
        this.approvals = new ApprovalPolicy(approvals);
    }

    public static Ledger of(Gateways gateways) {
        return new Ledger(
                gateways.byName().entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> GatewayPolicy.of(entry.getValue()))),
                gateways.approvals());
    }

    /**
     * @param entry the request's state; null where it is not known
     * @param now the time, as the shell believes it to be
     */
    public Decision decide(Entry entry, Observation observation, Instant now) {
        requireNonNull(observation, "observation");
        return observation.match(new Deciding(entry, now.truncatedTo(ChronoUnit.MILLIS)));
    }

    /** One decision: the rules for each kind of observation, by the state that it meets. */
    private final class Deciding implements Observation.Cases<Decision> {
        private final Entry entry;
        private final Instant now;

        Deciding(Entry entry, Instant now) {
            this.entry = entry;
            this.now = now;
        }

        @Override
        public Decision arrived(Observation.Arrived observation) {
            if (entry != null) {
                return Decision.nothing(entry);
            }
            if (observation.mayHaveBeenRemoved()) {
                return tooOldToBeNew(observation);
            }
            Draft draft = Draft.beginning(observation.accepted(), now);
            ApprovalRule rule = approvals.holding(draft.entry());
            if (rule != null) {
                // Before the gateway is looked for: what goes to a person for its absence could be sent unapproved.
                return ApprovalRules.hold(draft, rule).done();
            }
            GatewayPolicy policy = policies.get(draft.entry().gateway());
            return policy == null
                    ? withoutGateway(draft)
                    : new AttemptRules(policy, draft).begin().done();
        }

        @Override
        public Decision attemptReported(Report.AttemptReport report) {
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
            GatewayPolicy policy = policies.get(entry.gateway());
            return policy == null
                    ? withoutGateway(AttemptRules.acknowledged(draft, report.attempt(), report.outcome()))
                    : new AttemptRules(policy, draft).ended(report.outcome()).done();
        }

        @Override
        public Decision inquiryReported(Report.InquiryReport report, Observation.Trust trust) {
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
            GatewayPolicy policy = policies.get(entry.gateway());
            return policy == null
                    ? withoutGateway(draft)
                    : new VerificationRules(policy, draft)
                            .answered(report, trust)
                            .done();
        }

        @Override
        public Decision timeCame() {
            // Timers may fire late, twice or after the clock went back: only a due time that has come counts.
            if (entry == null || entry.dueAt() == null || now.isBefore(entry.dueAt())) {
                return Decision.nothing(entry);
            }
            Draft draft = new Draft(entry, now);
            if (entry.status() == Status.PENDING_APPROVAL || entry.status() == Status.RETURNED) {
                return ApprovalRules.overdue(draft).done();
            }
            GatewayPolicy policy = policies.get(entry.gateway());
            if (policy == null) {
                return withoutGateway(draft);
            }
            return switch (entry.status()) {
                case SENDING -> new AttemptRules(policy, draft).silent().done();
                case RETRYING -> new AttemptRules(policy, draft).begin().done();
                case VERIFYING -> new VerificationRules(policy, draft).due().done();
                case ACCEPTED,
                        PENDING_APPROVAL,
                        RETURNED,
                        HELD,
                        VERIFICATION_FAILED,
                        SUCCEEDED,
                        FAILED,
                        ABORTED,
                        EXPIRED,
                        CANCELLED -> Decision.nothing(entry);
            };
        }

        @Override
        public Decision actionRequested(OperatorAction action) {
            return entry == null
                    ? Decision.refused(action, "the ledger does not know the request, or not any more", now)
                    : OperatorActions.carryOut(entry, action, policies.get(entry.gateway()), approvals, now);
        }

        @Override
        public Decision recordsLost(Observation.RecordsLost lost) {
            return entry == null || entry.status().terminal()
                    ? Decision.nothing(entry)
                    : RecoveryRules.goOn(RecoveryRules.begin(entry, lost), policies.get(entry.gateway()), approvals)
                            .done();
        }

        /** Evidence that speaks against what was settled is kept, and an alert is raised (SPEC C7). */
        private Decision afterTheEnd(int attempt, Outcome outcome) {
            GatewayPolicy policy = policies.get(entry.gateway());
            return SettlementRules.afterTheEnd(new Draft(entry, now), policy, attempt, outcome)
                    .done();
        }

        /**
         * An earlier attempt took effect, or may have, and a later one may be at the gateway: either a person accepted
         * that, or a false answer allowed the later one, or a question met the later one on its way. Nothing more
         * may ever be heard of it.
         */
        private Decision perhapsTwice(Draft draft, String what) {
            if (!Repetition.wasRecognised(policies.get(entry.gateway()), entry)) {
                draft.raise(Alert.Severity.HIGH, "perhaps_twice", what + ": the gateway may act twice.");
            }
            return draft.done();
        }

        /**
         * It may have been sent and settled before: beginning it again could charge twice. No fact either, for it would
         * contradict those that were published then. An alert is raised.
         */
        private Decision tooOldToBeNew(Observation.Arrived observation) {
            LedgerEvent accepted = observation.accepted();
            return new Decision(
                    null,
                    List.of(),
                    List.of(new Effect.Raise(
                            Alert.Severity.HIGH,
                            "too_old_to_be_new",
                            "The request " + accepted.requestId() + ", accepted at " + accepted.at()
                                    + ", is announced and not known here, where what was accepted up to "
                                    + observation.removedUpTo()
                                    + " may have been settled and removed. It is not sent. Where its timeline"
                                    + " shows that it never began, submit it again under another key.")));
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
                    : besideTheOneUnderWay(
                            SettlementRules.succeeded(draft, Fact.Ground.VERIFICATION, 0, report.answer()));
        }

        private Decision besideTheOneUnderWay(Draft succeeded) {
            return entry.status() == Status.SENDING
                    ? perhapsTwice(
                            succeeded,
                            "An attempt of which no record is left succeeded, and what became of attempt "
                                    + entry.attempts().count() + " is not known")
                    : succeeded.done();
        }

        private Decision withoutGateway(Draft draft) {
            if (draft.entry().status() == Status.VERIFICATION_FAILED) {
                return Decision.nothing(entry);
            }
            return SettlementRules.toPerson(
                            draft,
                            "no gateway \"" + draft.entry().gateway() + "\" is configured any more",
                            SettlementRules.nothingHeard("gateway_not_configured"))
                    .done();
        }
    }

    private static boolean awaitsAnswer(Status status) {
        return status == Status.SENDING || status == Status.VERIFYING || status == Status.VERIFICATION_FAILED;
    }
}
