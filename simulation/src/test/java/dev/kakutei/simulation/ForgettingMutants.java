package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Retention;
import java.time.Instant;
import java.util.Optional;

/** Forgetting goes wrong. */
final class ForgettingMutants {
    private ForgettingMutants() {}

    static final class BegunAgain extends HearingMutants.Mishearing {
        @Override
        Observation heard(Entry entry, Observation observation, Instant now) {
            return observation instanceof Observation.Arrived arrived
                    ? new Observation.Arrived(arrived.accepted(), null)
                    : observation;
        }
    }

    static final class LineLost extends Meddling {
        @Override
        boolean keepsTheLine() {
            return false;
        }
    }

    static final class ContradictedForgotten extends Meddling {
        @Override
        Instant forgetAt(Retention retention, Entry entry) {
            return entry.status().terminal() ? entry.settledAt().plus(retention.kept()) : null;
        }
    }

    static final class OneClock extends Meddling {
        @Override
        Optional<Instant> forgetUntil(Retention retention, Instant newestAccepted, Instant now) {
            return Optional.of(now);
        }
    }
}
