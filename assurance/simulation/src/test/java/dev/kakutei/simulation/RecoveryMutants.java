package dev.kakutei.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ledger.Cause;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RecoveryFact;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.codec.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Kafka lost records, and it is recovered from wrongly. */
final class RecoveryMutants {
    private RecoveryMutants() {}

    /** One that recovers in another way. */
    abstract static class Recovering extends MutationHooks {
        abstract Decision recover(Ledger ledger, Entry entry, Observation.RecordsLost lost, Instant now);

        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            return observation instanceof Observation.RecordsLost lost
                    ? recover(ledger, entry, lost, now)
                    : ledger.decide(entry, observation, now);
        }
    }

    static final class TakenForNew extends Recovering {
        @Override
        Decision recover(Ledger ledger, Entry entry, Observation.RecordsLost lost, Instant now) {
            if (entry.status() != Status.ACCEPTED) {
                return ledger.decide(entry, lost, now);
            }
            Decision begun = ledger.decide(null, new Observation.Arrived(acceptance(entry), null), now);
            List<LedgerEvent> further = begun.events().subList(1, begun.events().size());
            return raised(new Decision(begun.entry(), further, begun.effects()));
        }

        private static LedgerEvent acceptance(Entry entry) {
            Fact.Accepted fact = new Fact.Accepted(
                    entry.kind(),
                    entry.client(),
                    entry.idempotencyKey(),
                    entry.digest(),
                    entry.gateway(),
                    entry.amount(),
                    entry.currency(),
                    entry.deadline(),
                    entry.expiresAt(),
                    entry.traceparent(),
                    NullNode.getInstance());
            return new LedgerEvent(entry.id(), 1, entry.acceptedAt(), "ingest", fact);
        }

        /** People are notified of a loss; that alone does not make it right. */
        private static Decision raised(Decision decision) {
            return Rewriting.with(
                    decision, new Effect.Raise(Alert.Severity.HIGH, Cause.RECORDS_LOST.word(), "records were lost"));
        }
    }

    static final class DoubtDiscarded extends Recovering {
        @Override
        Decision recover(Ledger ledger, Entry entry, Observation.RecordsLost lost, Instant now) {
            return Rewriting.facts(entry, ledger.decide(entry, lost, now), fact -> {
                if (fact instanceof Fact.AttemptDeferred deferred) {
                    return new Fact.AttemptDeferred(
                            deferred.attempt(), deferred.answer(), Outcome.Doubt.NONE, deferred.retryAt());
                }
                return fact instanceof RecoveryFact.RecordsLost ? noted(lost) : fact;
            });
        }
    }

    static final class OldWindow extends Recovering {
        @Override
        Decision recover(Ledger ledger, Entry entry, Observation.RecordsLost lost, Instant now) {
            return Rewriting.facts(
                    entry,
                    ledger.decide(entry, lost, now),
                    fact -> fact instanceof RecoveryFact.RecordsLost recorded
                            ? new RecoveryFact.RecordsLost(
                                    recorded.recovery(), recorded.attempt(), Instant.EPOCH, recorded.reason())
                            : fact);
        }
    }

    static final class KeyCountedFromResend extends Recovering {
        @Override
        Decision recover(Ledger ledger, Entry entry, Observation.RecordsLost lost, Instant now) {
            Decision decision = ledger.decide(entry, lost, now);
            return entry.firstSentAt() != null
                    ? decision
                    : Rewriting.facts(
                            entry, decision, fact -> fact instanceof RecoveryFact.RecordsLost ? noted(lost) : fact);
        }
    }

    static final class ApprovedInDoubtSent extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            boolean approved = entry != null
                    && entry.inDoubt()
                    && entry.status() == Status.PENDING_APPROVAL
                    && observation instanceof Observation.ActionRequested actionRequested
                    && actionRequested.action().type() == OperatorAction.Type.APPROVE;
            return approved
                    ? Rewriting.facts(entry, ledger.decide(undoubted(entry), observation, now), fact -> fact)
                    : ledger.decide(entry, observation, now);
        }

        private static Entry undoubted(Entry entry) {
            ObjectNode tree = Json.MAPPER.valueToTree(entry);
            String field = tree.has("in_doubt") ? "in_doubt" : "inDoubt";
            tree.put(field, false);
            try {
                return Json.MAPPER.treeToValue(tree, Entry.class);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static final class UnapprovedSent extends Recovering {
        @Override
        Decision recover(Ledger ledger, Entry entry, Observation.RecordsLost lost, Instant now) {
            Decision decision = ledger.decide(entry, lost, now);
            if (entry.status() != Status.PENDING_APPROVAL) {
                return decision;
            }
            Instant notAfter = now.plusMillis(100);
            int attempt = decision.entry().attempts() + 1;
            LedgerEvent sent = new LedgerEvent(
                    entry.id(),
                    decision.entry().seq() + 1,
                    now,
                    "recovery",
                    new Fact.AttemptStarted(attempt, notAfter, notAfter.plusSeconds(20)));
            List<LedgerEvent> events = new ArrayList<>(decision.events());
            events.add(sent);
            return Rewriting.with(
                    new Decision(decision.entry().apply(sent), events, decision.effects()),
                    new Effect.Send(attempt, notAfter, Duration.ofSeconds(10)));
        }
    }

    static final class ExpiredInDoubt extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            boolean waited = entry != null
                    && entry.inDoubt()
                    && (entry.status() == Status.PENDING_APPROVAL || entry.status() == Status.RETURNED);
            boolean over = waited
                    && decision.entry().status() == Status.VERIFICATION_FAILED
                    && observation instanceof Observation.TimeCame;
            if (!over) {
                return decision;
            }
            Decision expired = Rewriting.facts(
                    entry,
                    decision,
                    fact -> new Fact.Settled(Fact.Verdict.EXPIRED, Fact.Ground.POLICY, 0, "its time is over", null));
            return Rewriting.with(Rewriting.without(expired, Effect.Raise.class), new Effect.PublishResult());
        }
    }

    static final class TargetsNotRead extends MutationHooks {
        @Override
        boolean readsTargets() {
            return false;
        }
    }

    static final class AcceptancesNotRead extends MutationHooks {
        @Override
        boolean readsAcceptances() {
            return false;
        }
    }

    static final class AlertsNotRaisedAgain extends Recovering {
        @Override
        Decision recover(Ledger ledger, Entry entry, Observation.RecordsLost lost, Instant now) {
            Decision decision = ledger.decide(entry, lost, now);
            boolean stays = entry.status() == decision.entry().status();
            List<Effect> effects = new ArrayList<>(decision.effects());
            effects.removeIf(effect -> stays
                    && effect instanceof Effect.Raise raise
                    && !raise.cause().equals(Cause.RECORDS_LOST.word()));
            return new Decision(decision.entry(), decision.events(), effects);
        }
    }

    static final class LostAttemptIsCurrent extends ObservationMutants.ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            Report.AttemptReport report = Rewriting.attempt(observation);
            return report == null || entry == null
                    ? observation
                    : new Observation.Reported(new Report.AttemptReport(
                            report.requestId(),
                            report.attempt(),
                            report.gateway(),
                            report.sender(),
                            report.at(),
                            report.outcome(),
                            entry.recovery()));
        }
    }

    static final class LostQueryIsCurrent extends ObservationMutants.ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            Report.InquiryReport report = Rewriting.inquiry(observation);
            return report == null || entry == null
                    ? observation
                    : new Observation.Reported(new Report.InquiryReport(
                            report.requestId(),
                            report.inquiry(),
                            report.gateway(),
                            report.sender(),
                            report.at(),
                            report.finding(),
                            report.answer(),
                            entry.recovery()));
        }
    }

    /** In the place of the fact: a comment, which changes nothing. */
    private static Fact noted(Observation.RecordsLost lost) {
        return new Fact.Commented("recovery-" + lost.recovery(), lost.reason());
    }
}
