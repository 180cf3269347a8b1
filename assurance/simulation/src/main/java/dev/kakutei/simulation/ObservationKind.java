package dev.kakutei.simulation;

import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.schemas.Report;
import java.util.EnumSet;
import java.util.Set;

/** The kinds of observation, as finely as the ledger's rules distinguish them. */
public enum ObservationKind {
    ARRIVED,
    TIME_CAME,
    RECORDS_LOST,
    SUCCESS_REQUESTED,
    FAILURE_REQUESTED,
    SEND_AGAIN_REQUESTED,
    SEND_AGAIN_ACCEPTED,
    VERIFICATION_REQUESTED,
    HOLD_REQUESTED,
    RELEASE_REQUESTED,
    CANCEL_REQUESTED,
    APPROVAL_REQUESTED_BY_ACTION,
    RETURN_REQUESTED,
    RESUBMISSION_REQUESTED,
    COMMENT_REQUESTED,
    SUMMARY_REQUESTED,
    DELIVERED,
    REFUSED,
    RETRYABLE,
    RETRYABLE_IN_DOUBT,
    UNKNOWN,
    POSITION_LOST,
    NOT_SENT,
    FOUND_SUCCEEDED,
    FOUND_DECLINED,
    FOUND_NOT_FOUND,
    FOUND_PENDING,
    FOUND_INCONCLUSIVE,
    FOUND_UNANSWERABLE;

    /** What a person requested. */
    static final Set<ObservationKind> ACTIONS = EnumSet.range(SUCCESS_REQUESTED, SUMMARY_REQUESTED);

    private static final Kinds KINDS = new Kinds();

    static ObservationKind of(Observation observation) {
        return observation.match(KINDS);
    }

    private static final class Kinds implements Observation.Cases<ObservationKind>, Outcome.Cases<ObservationKind> {
        @Override
        public ObservationKind arrived(Observation.Arrived observation) {
            return ARRIVED;
        }

        @Override
        public ObservationKind attemptReported(Report.AttemptReport report) {
            return report.outcome().match(this);
        }

        @Override
        public ObservationKind inquiryReported(Report.InquiryReport report, Observation.Trust trust) {
            return found(report.finding());
        }

        private static ObservationKind found(Finding finding) {
            return switch (finding) {
                case SUCCEEDED -> FOUND_SUCCEEDED;
                case DECLINED -> FOUND_DECLINED;
                case NOT_FOUND -> FOUND_NOT_FOUND;
                case PENDING -> FOUND_PENDING;
                case INCONCLUSIVE -> FOUND_INCONCLUSIVE;
                case UNANSWERABLE -> FOUND_UNANSWERABLE;
            };
        }

        @Override
        public ObservationKind actionRequested(OperatorAction action) {
            return switch (action.type()) {
                case SETTLE_SUCCEEDED -> SUCCESS_REQUESTED;
                case SETTLE_FAILED -> FAILURE_REQUESTED;
                case SEND_AGAIN -> action.acceptSecondEffect() == null ? SEND_AGAIN_REQUESTED : SEND_AGAIN_ACCEPTED;
                case VERIFY_NOW -> VERIFICATION_REQUESTED;
                case HOLD -> HOLD_REQUESTED;
                case RELEASE -> RELEASE_REQUESTED;
                case CANCEL -> CANCEL_REQUESTED;
                case APPROVE -> APPROVAL_REQUESTED_BY_ACTION;
                case RETURN -> RETURN_REQUESTED;
                case RESUBMIT -> RESUBMISSION_REQUESTED;
                case COMMENT -> COMMENT_REQUESTED;
                case ATTACH_SUMMARY -> SUMMARY_REQUESTED;
            };
        }

        @Override
        public ObservationKind recordsLost(Observation.RecordsLost observation) {
            return RECORDS_LOST;
        }

        @Override
        public ObservationKind timeCame() {
            return TIME_CAME;
        }

        @Override
        public ObservationKind delivered(Outcome.Delivered outcome) {
            return DELIVERED;
        }

        @Override
        public ObservationKind refused(Outcome.Refused outcome) {
            return REFUSED;
        }

        @Override
        public ObservationKind retryable(Outcome.Retryable outcome) {
            return outcome.doubt() == Outcome.Doubt.NONE ? RETRYABLE : RETRYABLE_IN_DOUBT;
        }

        @Override
        public ObservationKind unknown(Outcome.Unknown outcome) {
            return PositionLost.isCauseOf(outcome) ? POSITION_LOST : UNKNOWN;
        }

        @Override
        public ObservationKind notSent(Outcome.NotSent outcome) {
            return NOT_SENT;
        }
    }
}
