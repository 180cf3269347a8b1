package dev.kakutei.ingest.action;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.LedgerEvent;

/** What became of an order, as far as was known when the time was up. */
public sealed interface Ending {
    <T> T match(Cases<T> cases);

    /** One method for each ending. */
    interface Cases<T> {
        T carriedOut(CarriedOut ending);

        T refused(Refused ending);

        T unheard(Unheard ending);

        T unpublished(Unpublished ending);

        T turnedAway(TurnedAway ending);
    }

    /** It is in the request's timeline, and Postgres shows it. */
    record CarriedOut(LedgerEvent event) implements Ending {
        public CarriedOut {
            requireNonNull(event, "event");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.carriedOut(this);
        }
    }

    /** The ledger did not carry it out, and never will. */
    record Refused(ActionRefusal refusal) implements Ending {
        public Refused {
            requireNonNull(refusal, "refusal");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.refused(this);
        }
    }

    /** Kafka has it; the ledger has not been heard of it yet. */
    record Unheard() implements Ending {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unheard(this);
        }
    }

    /** Kafka did not acknowledge it. Whether it has it is not known. */
    record Unpublished(String why) implements Ending {
        public Unpublished {
            requireNonNull(why, "why");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unpublished(this);
        }
    }

    /** Nothing was published: too many orders are waited for, or this instance is stopping. */
    record TurnedAway() implements Ending {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.turnedAway(this);
        }
    }
}
