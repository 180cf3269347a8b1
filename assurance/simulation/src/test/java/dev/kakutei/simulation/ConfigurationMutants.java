package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Fact;
import java.time.Instant;

/** A change of the configuration is taken wrongly. */
final class ConfigurationMutants {
    private ConfigurationMutants() {}

    static final class NotTaken extends MutationHooks {
        @Override
        boolean takesConfiguration() {
            return false;
        }
    }

    static final class RemovedIsFailed extends MutationHooks {
        @Override
        Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
            Decision decision = ledger.decide(entry, observation, now);
            if (decision.events().stream().noneMatch(event -> isOfRemovedGateway(event.fact()))) {
                return decision;
            }
            Decision failed = Rewriting.facts(
                    entry,
                    decision,
                    fact -> isOfRemovedGateway(fact)
                            ? new Fact.Settled(Fact.Verdict.FAILED, Fact.Ground.POLICY, 0, "no such gateway", null)
                            : fact);
            return Rewriting.with(Rewriting.without(failed, Effect.Raise.class), new Effect.PublishResult());
        }

        private static boolean isOfRemovedGateway(Fact fact) {
            return fact instanceof Fact.VerificationFailed failed
                    && "gateway_not_configured".equals(failed.answer().code());
        }
    }
}
