package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Retention;
import java.time.Instant;
import java.util.Optional;

/** Removal of settled requests goes wrong. */
final class RemovalMutants {
    private RemovalMutants() {}

    static final class BegunAgain extends ObservationMutants.ChangedObservation {
        @Override
        Observation changed(Entry entry, Observation observation, Instant now) {
            return observation instanceof Observation.Arrived arrived
                    ? new Observation.Arrived(arrived.accepted(), null)
                    : observation;
        }
    }

    static final class RemovedUpToLost extends MutationHooks {
        @Override
        boolean keepsRemovedUpTo() {
            return false;
        }
    }

    static final class ContradictedRemoved extends MutationHooks {
        @Override
        Instant removeAt(Retention retention, Entry entry) {
            return entry.status().terminal() ? entry.settlement().at().plus(retention.kept()) : null;
        }
    }

    static final class OneClock extends MutationHooks {
        @Override
        Optional<Instant> removeUntil(Retention retention, Instant newestAccepted, Instant now) {
            return Optional.of(now);
        }
    }
}
