package dev.kakutei.simulation;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;

/** The ledger is right, and somebody around it is not. */
final class WorldMutants {
    private WorldMutants() {}

    static final class NewKeyPerRetry extends Meddling {
        @Override
        int key(int attempt) {
            return attempt - 1;
        }
    }

    static final class TimersDropped extends Meddling {
        @Override
        boolean armsTimersOnRestore() {
            return false;
        }
    }

    static final class CommandsOutsideTransaction extends Meddling {
        @Override
        boolean sendsWithinTransaction() {
            return false;
        }
    }

    static final class FactLost extends Meddling {
        @Override
        boolean publishes(LedgerEvent event) {
            return !(event.fact() instanceof Fact.OutcomeUnknown);
        }
    }

    static final class NoFreshness extends Meddling {
        @Override
        boolean checksFreshness() {
            return false;
        }
    }

    static final class CommittedAfterPost extends Meddling {
        @Override
        boolean commitsBeforePosting() {
            return false;
        }
    }

    static final class PostedWithoutPosition extends Meddling {
        @Override
        boolean leavesAloneWhatMayBePosted() {
            return false;
        }
    }

    static final class NotSentWithoutPosition extends Meddling {
        @Override
        Outcome told(Post post, Outcome truth) {
            return truth == Answers.POSITION_LOST ? Answers.TOO_OLD : truth;
        }
    }

    static final class LyingSender extends Meddling {
        @Override
        Outcome told(Post post, Outcome truth) {
            return truth == Answers.TIMEOUT ? Answers.NOT_CONNECTED : truth;
        }
    }
}
