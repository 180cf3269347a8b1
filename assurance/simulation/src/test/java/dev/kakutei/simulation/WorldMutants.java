package dev.kakutei.simulation;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;

/** The ledger is right, and a component around it is wrong. */
final class WorldMutants {
    private WorldMutants() {}

    static final class NewKeyPerRetry extends MutationHooks {
        @Override
        int key(int attempt) {
            return attempt - 1;
        }
    }

    static final class TimersDropped extends MutationHooks {
        @Override
        boolean armsTimersOnRestore() {
            return false;
        }
    }

    static final class CommandsOutsideTransaction extends MutationHooks {
        @Override
        boolean sendsWithinTransaction() {
            return false;
        }
    }

    static final class FactLost extends MutationHooks {
        @Override
        boolean publishes(LedgerEvent event) {
            return !(event.fact() instanceof Fact.OutcomeUnknown);
        }
    }

    static final class NoFreshness extends MutationHooks {
        @Override
        boolean checksFreshness() {
            return false;
        }
    }

    static final class CommittedAfterPost extends MutationHooks {
        @Override
        boolean commitsBeforePosting() {
            return false;
        }
    }

    static final class PostedWithoutPosition extends MutationHooks {
        @Override
        boolean leavesAloneWhatMayBePosted() {
            return false;
        }
    }

    static final class NotSentWithoutPosition extends MutationHooks {
        @Override
        Outcome reported(SimulatedPost post, Outcome truth) {
            return truth == SimulatedAnswers.POSITION_LOST ? SimulatedAnswers.TOO_OLD : truth;
        }
    }

    static final class LyingSender extends MutationHooks {
        @Override
        Outcome reported(SimulatedPost post, Outcome truth) {
            return truth == SimulatedAnswers.TIMEOUT ? SimulatedAnswers.NOT_CONNECTED : truth;
        }
    }
}
