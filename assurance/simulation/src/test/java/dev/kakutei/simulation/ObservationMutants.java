package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.SecondEffect;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** What was observed is taken for something else. */
final class ObservationMutants {
    private ObservationMutants() {}

    /** One that replaces the observation by another one. */
    abstract static class ChangedObservation extends MutationHooks {
        abstract Observation changed(Entry entry, Observation observation, Instant now);

        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            return ledger.decide(entry, changed(entry, observation, now), now);
        }
    }

    static final class ServerErrorIsAbsence extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> outcome.answer().category() == Category.SERVER_ERROR ? absence(outcome) : outcome);
        }
    }

    static final class RequestTimeoutIsAbsence extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> Objects.equals(outcome.answer().statusCode(), 408) ? absence(outcome) : outcome);
        }
    }

    static final class OldInquiryCounted extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            Report.InquiryReport report = Rewriting.inquiry(observation);
            return report == null || entry == null || entry.inquiries().open() == 0
                    ? observation
                    : answer(report, entry.inquiries().open(), report.finding());
        }
    }

    static final class RoleIgnored extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            if (!(observation instanceof Observation.ActionRequested actionRequested)
                    || actionRequested.action().type().neededRole() == null) {
                return observation;
            }
            OperatorAction action = actionRequested.action();
            return new Observation.ActionRequested(new OperatorAction(
                    action.actionId(),
                    action.requestId(),
                    action.basedOn(),
                    action.type(),
                    action.operator(),
                    action.type().neededRole(),
                    action.reason(),
                    action.at(),
                    action.resubmission(),
                    action.acceptSecondEffect(),
                    action.summary()));
        }
    }

    static final class QuotaIgnored extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> outcome instanceof Outcome.Retryable retryable
                            ? new Outcome.Retryable(retryable.answer(), retryable.doubt())
                            : outcome);
        }
    }

    static final class AcknowledgementIgnored extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> outcome == SimulatedAnswers.ACKNOWLEDGED ? SimulatedAnswers.TAKEN : outcome);
        }
    }

    static final class UnknownIsFailure extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> outcome instanceof Outcome.Unknown ? new Outcome.Refused(outcome.answer()) : outcome);
        }
    }

    static final class UnknownIsNotSent extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> outcome instanceof Outcome.Unknown ? new Outcome.NotSent(outcome.answer()) : outcome);
        }
    }

    static final class SilenceIsRefusal extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            boolean silent = observation instanceof Observation.TimeCame
                    && entry != null
                    && entry.status() == Status.SENDING
                    && !now.isBefore(entry.dueAt());
            return !silent
                    ? observation
                    : new Observation.Reported(new Report.AttemptReport(
                            entry.id(),
                            entry.attempts().count(),
                            entry.gateway(),
                            "none",
                            now,
                            SimulatedAnswers.DECLINED,
                            entry.recovery()));
        }
    }

    static final class LateSuccessIgnored extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            boolean late = ObservationKind.of(observation) == ObservationKind.DELIVERED
                    && entry != null
                    && entry.status() != Status.SENDING;
            return late ? new Decision(entry, List.of(), List.of()) : ledger.decide(entry, observation, now);
        }
    }

    static final class OlderReportIsCurrent extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            Report.AttemptReport report = Rewriting.attempt(observation);
            return report == null || entry == null
                    ? observation
                    : Rewriting.report(report, entry.attempts().count(), report.outcome());
        }
    }

    static final class InconclusiveIsDecline extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return finding(observation, Finding.INCONCLUSIVE, Finding.DECLINED);
        }
    }

    static final class PendingIsSuccess extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return finding(observation, Finding.PENDING, Finding.SUCCEEDED);
        }
    }

    static final class StartedTwice extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            return ledger.decide(observation instanceof Observation.Arrived ? null : entry, observation, now);
        }
    }

    static final class StaleActionCarriedOut extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            if (entry == null || !(observation instanceof Observation.ActionRequested actionRequested)) {
                return observation;
            }
            OperatorAction action = actionRequested.action();
            return new Observation.ActionRequested(new OperatorAction(
                    action.actionId(),
                    action.requestId(),
                    entry.seq(),
                    action.type(),
                    action.operator(),
                    action.role(),
                    action.reason(),
                    action.at(),
                    action.resubmission(),
                    action.acceptSecondEffect(),
                    action.summary()));
        }
    }

    static final class SecondEffectUnaccepted extends ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return observation instanceof Observation.ActionRequested actionRequested
                            && actionRequested.action().type() == OperatorAction.Type.SEND_AGAIN
                    ? new Observation.ActionRequested(actionRequested.action().with(SecondEffect.ACCEPTED))
                    : observation;
        }
    }

    private static Observation finding(Observation observation, Finding said, Finding heard) {
        Report.InquiryReport report = Rewriting.inquiry(observation);
        return report == null || report.finding() != said ? observation : answer(report, report.inquiry(), heard);
    }

    private static Observation answer(Report.InquiryReport report, int inquiry, Finding finding) {
        return new Observation.Reported(new Report.InquiryReport(
                report.requestId(),
                inquiry,
                report.gateway(),
                report.sender(),
                report.at(),
                finding,
                report.answer(),
                report.recovery()));
    }

    private static Outcome absence(Outcome outcome) {
        return outcome instanceof Outcome.Retryable retryable
                ? new Outcome.Retryable(retryable.answer(), Outcome.Doubt.NONE, retryable.atLeastMillis())
                : outcome;
    }
}
