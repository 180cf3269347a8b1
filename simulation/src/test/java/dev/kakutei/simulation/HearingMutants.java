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
final class HearingMutants {
    private HearingMutants() {}

    /** One that hears something else than what was said. */
    abstract static class Mishearing extends Meddling {
        abstract Observation heard(Entry entry, Observation observation, Instant now);

        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            return ledger.decide(entry, heard(entry, observation, now), now);
        }
    }

    static final class ServerErrorIsAbsence extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> outcome.answer().category() == Category.SERVER_ERROR ? absence(outcome) : outcome);
        }
    }

    static final class RequestTimeoutIsAbsence extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> Objects.equals(outcome.answer().statusCode(), 408) ? absence(outcome) : outcome);
        }
    }

    static final class OldInquiryCounted extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            Report.InquiryReport report = Rewriting.inquiry(observation);
            return report == null || entry == null || entry.openInquiry() == 0
                    ? observation
                    : answer(report, entry.openInquiry(), report.finding());
        }
    }

    static final class RoleIgnored extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
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

    static final class QuotaIgnored extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> outcome instanceof Outcome.Retryable retryable
                            ? new Outcome.Retryable(retryable.answer(), retryable.doubt())
                            : outcome);
        }
    }

    static final class AcknowledgementIgnored extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(observation, outcome -> outcome == Answers.ACKNOWLEDGED ? Answers.TAKEN : outcome);
        }
    }

    static final class UnknownIsFailure extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> outcome instanceof Outcome.Unknown ? new Outcome.Refused(outcome.answer()) : outcome);
        }
    }

    static final class UnknownIsNotSent extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            return Rewriting.outcome(
                    observation,
                    outcome -> outcome instanceof Outcome.Unknown ? new Outcome.NotSent(outcome.answer()) : outcome);
        }
    }

    static final class SilenceIsRefusal extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            boolean silent = observation instanceof Observation.TimeCame
                    && entry != null
                    && entry.status() == Status.SENDING
                    && !now.isBefore(entry.dueAt());
            return !silent
                    ? observation
                    : new Observation.Reported(new Report.AttemptReport(
                            entry.id(),
                            entry.attempts(),
                            entry.gateway(),
                            "nobody",
                            now,
                            Answers.DECLINED,
                            entry.recovery()));
        }
    }

    static final class LateSuccessIgnored extends Meddling {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            boolean late = Seen.of(observation) == Seen.DELIVERED && entry != null && entry.status() != Status.SENDING;
            return late ? new Decision(entry, List.of(), List.of()) : ledger.decide(entry, observation, now);
        }
    }

    static final class OlderReportIsCurrent extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            Report.AttemptReport report = Rewriting.attempt(observation);
            return report == null || entry == null
                    ? observation
                    : Rewriting.report(report, entry.attempts(), report.outcome());
        }
    }

    static final class CannotTellIsDecline extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            return finding(observation, Finding.CANNOT_TELL, Finding.DECLINED);
        }
    }

    static final class PendingIsSuccess extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            return finding(observation, Finding.PENDING, Finding.SUCCEEDED);
        }
    }

    static final class SecondLife extends Meddling {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            return ledger.decide(observation instanceof Observation.Arrived ? null : entry, observation, now);
        }
    }

    static final class StaleActionCarriedOut extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
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

    static final class SecondEffectUnaccepted extends Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
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
