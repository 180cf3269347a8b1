package dev.kakutei.schemas;

/**
 * Which fact it is. A reader that takes a position on every fact asks for this in a {@code switch} without {@code default},
 * so that a new fact breaks it at compile time.
 */
public enum FactKind {
    ACCEPTED,
    ATTEMPT_STARTED,
    ATTEMPT_DEFERRED,
    OUTCOME_UNKNOWN,
    OUTCOME_STILL_UNKNOWN,
    ACKNOWLEDGED,
    RECORDS_LOST,
    INQUIRY_STARTED,
    INQUIRY_INCONCLUSIVE,
    VERIFICATION_FAILED,
    SETTLED,
    CONTRADICTED,
    OPERATOR_ACTED,
    APPROVAL_REQUESTED,
    APPROVAL_OVERDUE,
    APPROVED,
    RETURNED,
    RESUBMITTED,
    SUMMARY_ATTACHED,
    COMMENTED;

    private static final Fact.Cases<FactKind> KINDS = new Kinds();

    public static FactKind of(Fact fact) {
        return fact.match(KINDS);
    }

    private static final class Kinds implements Fact.Cases<FactKind> {
        @Override
        public FactKind accepted(Fact.Accepted fact) {
            return ACCEPTED;
        }

        @Override
        public FactKind attemptStarted(Fact.AttemptStarted fact) {
            return ATTEMPT_STARTED;
        }

        @Override
        public FactKind attemptDeferred(Fact.AttemptDeferred fact) {
            return ATTEMPT_DEFERRED;
        }

        @Override
        public FactKind outcomeUnknown(Fact.OutcomeUnknown fact) {
            return OUTCOME_UNKNOWN;
        }

        @Override
        public FactKind outcomeStillUnknown(LateFact.OutcomeStillUnknown fact) {
            return OUTCOME_STILL_UNKNOWN;
        }

        @Override
        public FactKind acknowledged(LateFact.Acknowledged fact) {
            return ACKNOWLEDGED;
        }

        @Override
        public FactKind recordsLost(RecoveryFact.RecordsLost fact) {
            return RECORDS_LOST;
        }

        @Override
        public FactKind inquiryStarted(InquiryFact.InquiryStarted fact) {
            return INQUIRY_STARTED;
        }

        @Override
        public FactKind inquiryInconclusive(InquiryFact.InquiryInconclusive fact) {
            return INQUIRY_INCONCLUSIVE;
        }

        @Override
        public FactKind verificationFailed(Fact.VerificationFailed fact) {
            return VERIFICATION_FAILED;
        }

        @Override
        public FactKind settled(Fact.Settled fact) {
            return SETTLED;
        }

        @Override
        public FactKind contradicted(Fact.Contradicted fact) {
            return CONTRADICTED;
        }

        @Override
        public FactKind operatorActed(Fact.OperatorActed fact) {
            return OPERATOR_ACTED;
        }

        @Override
        public FactKind approvalRequested(ApprovalFact.Requested fact) {
            return APPROVAL_REQUESTED;
        }

        @Override
        public FactKind approvalOverdue(ApprovalFact.Overdue fact) {
            return APPROVAL_OVERDUE;
        }

        @Override
        public FactKind approved(ApprovalFact.Approved fact) {
            return APPROVED;
        }

        @Override
        public FactKind returned(ApprovalFact.Returned fact) {
            return RETURNED;
        }

        @Override
        public FactKind resubmitted(ApprovalFact.Resubmitted fact) {
            return RESUBMITTED;
        }

        @Override
        public FactKind summaryAttached(ApprovalFact.SummaryAttached fact) {
            return SUMMARY_ATTACHED;
        }

        @Override
        public FactKind commented(Fact.Commented fact) {
            return COMMENTED;
        }
    }
}
