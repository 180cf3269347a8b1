package dev.kakutei.simulation;

import dev.kakutei.ledger.Republication;
import dev.kakutei.schemas.LedgerEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A store is put back to an earlier time, and it is not noticed, or what it had is in no other store. */
final class RestoreMutants {
    private RestoreMutants() {}

    static final class NotPublishedAgain extends MutationHooks {
        @Override
        boolean publishesAgain(LedgerEvent event, Instant lacksSince) {
            return false;
        }
    }

    static final class OnlyNewerEvents extends MutationHooks {
        @Override
        boolean publishesAgain(LedgerEvent event, Instant lacksSince) {
            return lacksSince == null || !event.at().isBefore(lacksSince);
        }
    }

    static final class EarlierIgnored extends MutationHooks {
        @Override
        Instant lacksSince(Republication.Found found, List<Republication.Earlier> earlier, Duration clocksDiffer) {
            return Republication.lacksSince(found, List.of(), clocksDiffer);
        }
    }

    static final class StateNotCompared extends MutationHooks {
        @Override
        boolean comparesState() {
            return false;
        }
    }
}
