package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.ledger.Summaries;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.SubmissionSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Approvals that are none. */
final class ApprovalMutants {
    private ApprovalMutants() {}

    static final class OwnRequestApproved extends ObservationMutants.ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            OperatorAction action = action(observation, OperatorAction.Type.APPROVE);
            return action == null ? observation : action(action, action.actionId(), action.basedOn(), "another");
        }
    }

    static final class ReleasedUnapproved extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            boolean released = entry != null
                    && entry.status() == Status.HELD
                    && action(observation, OperatorAction.Type.RELEASE) != null;
            return released
                    ? Rewriting.facts(entry, ledger.decide(unheld(entry), observation, now), fact -> fact)
                    : ledger.decide(entry, observation, now);
        }

        private static Entry unheld(Entry entry) {
            return new Entry(
                    entry.request(),
                    entry.progress(),
                    entry.attempts(),
                    entry.inquiries(),
                    entry.lastAnswer(),
                    entry.settlement(),
                    entry.recovered(),
                    entry.otherGateways(),
                    entry.version(),
                    null,
                    entry.comments(),
                    entry.summaries());
        }
    }

    static final class LargeTakenForSmall extends ObservationMutants.ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            if (!(observation instanceof Observation.Arrived arrived)) {
                return observation;
            }
            LedgerEvent first = arrived.accepted();
            Fact.Accepted fact = (Fact.Accepted) first.fact();
            Fact.Accepted small = new Fact.Accepted(
                    fact.kind(),
                    fact.client(),
                    fact.idempotencyKey(),
                    fact.digest(),
                    fact.gateway(),
                    GatewayContracts.SMALL,
                    fact.currency(),
                    fact.deadline(),
                    fact.expiresAt(),
                    fact.traceparent(),
                    fact.request(),
                    null);
            return new Observation.Arrived(
                    new LedgerEvent(first.requestId(), 1, first.at(), first.by(), small), arrived.removedUpTo());
        }
    }

    static final class ResubmittedUnasked extends DecisionMutants.OtherFacts {
        @Override
        Fact instead(Fact fact, Instant now) {
            return fact instanceof ApprovalFact.Requested requested && requested.version() > 1 ? null : fact;
        }
    }

    static final class OldVersionApproved extends DecisionMutants.OtherFacts {
        @Override
        Fact instead(Fact fact, Instant now) {
            return fact instanceof ApprovalFact.Approved approved
                    ? new ApprovalFact.Approved(approved.actionId(), 1, approved.comment())
                    : fact;
        }
    }

    static final class FirstDocumentSent extends MutationHooks {
        @Override
        boolean replacesDocument() {
            return false;
        }
    }

    static final class CommentKeptTwice extends ObservationMutants.ChangedObservation {
        private int heard;

        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            OperatorAction action = action(observation, OperatorAction.Type.COMMENT);
            return action == null
                    ? observation
                    : action(action, "heard-" + ++heard, action.basedOn(), action.operator());
        }
    }

    static final class SummaryOverwritten extends ObservationMutants.ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            OperatorAction action = action(observation, OperatorAction.Type.ATTACH_SUMMARY);
            if (action == null || entry == null) {
                return observation;
            }
            SubmissionSummary summary = action.summary();
            int current = entry.summaries()
                    .of(summary.eventId())
                    .map(Summaries.SubmittedVersion::summaryEventId)
                    .orElse(0);
            return current == 0
                    ? observation
                    : new Observation.ActionRequested(OperatorAction.attaching(
                            new SubmissionSummary(summary.eventId(), summary.text(), current, summary.origin()),
                            action.actionId(),
                            action.requestId(),
                            action.basedOn(),
                            action.operator(),
                            action.at()));
        }
    }

    static final class OverdueUnalerted extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            boolean overdue =
                    decision.events().stream().anyMatch(event -> event.fact() instanceof ApprovalFact.Overdue);
            return overdue ? Rewriting.without(decision, Effect.Raise.class) : decision;
        }
    }

    static final class OverdueIsApproved extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            boolean overdue =
                    decision.events().stream().anyMatch(event -> event.fact() instanceof ApprovalFact.Overdue);
            if (!overdue || entry.status() != Status.PENDING_APPROVAL) {
                return decision;
            }
            Instant notAfter = now.plusMillis(100);
            LedgerEvent sent = new LedgerEvent(
                    entry.id(),
                    entry.seq() + 1,
                    now,
                    "verifier",
                    new Fact.AttemptStarted(1, notAfter, notAfter.plusSeconds(20)));
            Effect send = new Effect.Send(1, notAfter, Duration.ofSeconds(10));
            return new Decision(entry.apply(sent), List.of(sent), List.of(send));
        }
    }

    /** Null where it is none with this action. */
    private static OperatorAction action(Observation observation, OperatorAction.Type action) {
        return observation instanceof Observation.ActionRequested actionRequested
                        && actionRequested.action().type() == action
                ? actionRequested.action()
                : null;
    }

    private static Observation action(OperatorAction action, String id, int basedOn, String operator) {
        return new Observation.ActionRequested(new OperatorAction(
                id,
                action.requestId(),
                basedOn,
                action.type(),
                operator,
                action.role(),
                action.reason(),
                action.at(),
                action.resubmission(),
                action.acceptSecondEffect(),
                action.summary()));
    }
}
