package dev.kakutei.operator.action;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.LedgerEvent;

/** What became of an action, as far as was known when the time was up. */
public sealed interface ActionResult {
    <T> T match(Cases<T> cases);

    /** One method for each result. */
    interface Cases<T> {
        T carriedOut(CarriedOut result);

        T refused(Refused result);

        T unconfirmed(Unconfirmed result);

        T unpublished(Unpublished result);

        T turnedAway(TurnedAway result);
    }

    /** It is in the request's timeline, and Postgres shows it. */
    record CarriedOut(LedgerEvent event) implements ActionResult {
        public CarriedOut {
            requireNonNull(event, "event");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.carriedOut(this);
        }
    }

    /** The ledger did not carry it out, and never will. */
    record Refused(ActionRefusal refusal) implements ActionResult {
        public Refused {
            requireNonNull(refusal, "refusal");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.refused(this);
        }
    }

    /** Kafka has it; what the ledger did with it is not known yet. */
    record Unconfirmed() implements ActionResult {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unconfirmed(this);
        }
    }

    /** Kafka did not acknowledge it. Whether it has it is not known. */
    record Unpublished(String why) implements ActionResult {
        public Unpublished {
            requireNonNull(why, "why");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unpublished(this);
        }
    }

    /** Nothing was published: too many actions are waited for, or this instance is stopping. */
    record TurnedAway() implements ActionResult {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.turnedAway(this);
        }
    }
}
