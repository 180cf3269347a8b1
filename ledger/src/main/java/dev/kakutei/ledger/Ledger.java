package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
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
                    ? SettlementRules.withoutGateway(draft)
                    : new AttemptRules(policy, draft).begin().done();
        }

        @Override
        public Decision attemptReported(Report.AttemptReport report) {
            return new ReportRules(entry, policy(), now).attempt(report);
        }

        @Override
        public Decision inquiryReported(Report.InquiryReport report, Observation.Trust trust) {
            return new ReportRules(entry, policy(), now).inquiry(report, trust);
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
                return SettlementRules.withoutGateway(draft);
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

        /** Null where the request is not known, or its gateway is not configured. */
        private GatewayPolicy policy() {
            return entry == null ? null : policies.get(entry.gateway());
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
    }
}
