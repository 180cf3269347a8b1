package dev.kakutei.simulation;

import dev.kakutei.ledger.Cause;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LateFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Something else is decided than the ledger decides. */
final class DecisionMutants {
    private DecisionMutants() {}

    /** One that turns facts into others. */
    abstract static class OtherFacts extends MutationHooks {
        /** Null for a fact that is left out. */
        abstract Fact instead(Fact fact, Instant now);

        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            return decision.events().isEmpty()
                    ? decision
                    : Rewriting.facts(entry, decision, fact -> instead(fact, now));
        }
    }

    static final class ExhaustedIsFailed extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            boolean failed =
                    decision.events().stream().anyMatch(event -> event.fact() instanceof Fact.VerificationFailed);
            if (!failed) {
                return decision;
            }
            Decision settled = Rewriting.facts(
                    entry,
                    decision,
                    fact -> fact instanceof Fact.VerificationFailed given
                            ? new Fact.Settled(
                                    Fact.Verdict.FAILED, Fact.Ground.POLICY, 0, given.reason(), given.answer())
                            : fact);
            return Rewriting.with(Rewriting.without(settled, Effect.Raise.class), new Effect.PublishResult());
        }
    }

    static final class ContradictionDropped extends OtherFacts {
        @Override
        Fact instead(Fact fact, Instant now) {
            return fact instanceof Fact.Contradicted ? null : fact;
        }
    }

    static final class SecondContradictionDropped extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            return entry == null || !entry.contradicted()
                    ? decision
                    : Rewriting.facts(entry, decision, fact -> fact instanceof Fact.Contradicted ? null : fact);
        }
    }

    static final class HoldIgnored extends OtherFacts {
        @Override
        Fact instead(Fact fact, Instant now) {
            return fact instanceof Fact.OperatorActed acted && acted.action() == OperatorAction.Type.HOLD
                    ? new Fact.Commented("hold at " + now, acted.reason())
                    : fact;
        }
    }

    static final class LateAcknowledgementDropped extends OtherFacts {
        @Override
        Fact instead(Fact fact, Instant now) {
            return fact instanceof LateFact.Acknowledged ? null : fact;
        }
    }

    static final class ResultPublishedTwice extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            return entry != null && entry.status().terminal()
                    ? Rewriting.with(decision, new Effect.PublishResult())
                    : decision;
        }
    }

    static final class RetryWithoutWaiting extends OtherFacts {
        @Override
        Fact instead(Fact fact, Instant now) {
            return fact instanceof Fact.AttemptDeferred deferred
                    ? new Fact.AttemptDeferred(deferred.attempt(), deferred.answer(), deferred.doubt(), now)
                    : fact;
        }
    }

    static final class NoJumpGuard extends OtherFacts {
        @Override
        Fact instead(Fact fact, Instant now) {
            return fact instanceof InquiryFact.InquiryInconclusive heard
                            && heard.finding() == Finding.NOT_FOUND
                            && heard.misses() == 1
                    ? new InquiryFact.InquiryInconclusive(
                            heard.inquiry(), heard.finding(), heard.answer(), 1, now.plusMillis(100))
                    : fact;
        }
    }

    static final class DoubtDiscarded extends OtherFacts {
        @Override
        Fact instead(Fact fact, Instant now) {
            return fact instanceof Fact.AttemptDeferred deferred
                            && deferred.answer().statusCode() != null
                            && deferred.answer().statusCode() == 429
                    ? new Fact.AttemptDeferred(
                            deferred.attempt(), deferred.answer(), Outcome.Doubt.NONE, deferred.retryAt())
                    : fact;
        }
    }

    static final class AcceptedDoubtDiscarded extends OtherFacts {
        @Override
        Fact instead(Fact fact, Instant now) {
            return fact instanceof Fact.OperatorActed acted && acted.secondEffectAccepted() != null
                    ? new Fact.OperatorActed(
                            acted.actionId(),
                            acted.action(),
                            acted.reason(),
                            Outcome.Doubt.NONE,
                            acted.secondEffectAccepted())
                    : fact;
        }
    }

    static final class SecondEffectUnreported extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            return observation instanceof Observation.ActionRequested
                    ? Rewriting.without(decision, Effect.Raise.class)
                    : decision;
        }
    }

    static final class NoAlertRaised extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            return Rewriting.without(ledger.decide(entry, observation, now), Effect.Raise.class);
        }
    }

    static final class AlertNeverCleared extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            return Rewriting.without(ledger.decide(entry, observation, now), Effect.Clear.class);
        }
    }

    /** One that drops the alerts of a cause. */
    static final class Unalerted extends MutationHooks {
        private final String cause;

        Unalerted(Cause cause) {
            this.cause = cause.word();
        }

        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            List<Effect> effects = new ArrayList<>(decision.effects());
            effects.removeIf(effect ->
                    effect instanceof Effect.Raise raise && raise.cause().equals(cause));
            return new Decision(decision.entry(), decision.events(), effects);
        }
    }

    static final class ClearedElsewhere extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            List<Effect> effects = new ArrayList<>(decision.effects());
            effects.replaceAll(effect -> effect instanceof Effect.Clear clear
                    ? new Effect.Clear(clear.cause(), decision.entry().gateway())
                    : effect);
            return new Decision(decision.entry(), decision.events(), effects);
        }
    }

    static final class AlertRaisedAgain extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            boolean stays = entry != null
                    && entry.status() == Status.VERIFICATION_FAILED
                    && decision.entry().status() == Status.VERIFICATION_FAILED
                    && !decision.events().isEmpty();
            List<Effect> effects = new ArrayList<>(decision.effects());
            if (stays) {
                effects.add(new Effect.Raise(Alert.Severity.HIGH, Cause.VERIFICATION_FAILED.word(), "again"));
            }
            return new Decision(decision.entry(), decision.events(), effects);
        }
    }

    static final class AbsenceClearsReportedDoubt extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            boolean absent = entry != null
                    && entry.status() == Status.VERIFYING
                    && observation instanceof Observation.Reported reported
                    && reported.report() instanceof Report.AttemptReport attempt
                    && attempt.attempt() == entry.attempts().count()
                    && attempt.outcome() instanceof Outcome.NotSent;
            if (!absent) {
                return ledger.decide(entry, observation, now);
            }
            LedgerEvent deferred = new LedgerEvent(
                    entry.id(),
                    entry.seq() + 1,
                    now,
                    "verifier",
                    new Fact.AttemptDeferred(
                            entry.attempts().count(),
                            Answer.none(Category.NOT_ATTEMPTED, "too_old", null),
                            Outcome.Doubt.NONE,
                            now.plusSeconds(5)));
            return new Decision(entry.apply(deferred), List.of(deferred), List.of());
        }
    }
}
