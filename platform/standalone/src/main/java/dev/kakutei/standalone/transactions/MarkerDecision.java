package dev.kakutei.standalone.transactions;

import static java.util.Objects.requireNonNull;

import org.apache.kafka.common.requests.TransactionResult;

/** What the coordinator decided about a hanging transaction, as far as can be known. */
public sealed interface MarkerDecision {
    /**
     * The marker that it should have written.
     *
     * @param epoch of the marker
     * @param version of the transaction's protocol
     * @param evidence where the decision is recorded
     */
    record Marker(TransactionResult result, short epoch, short version, String evidence) implements MarkerDecision {
        public Marker {
            requireNonNull(result, "result");
            requireNonNull(evidence, "evidence");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.marker(this);
        }
    }

    /** Not known for certain: nothing may be written. */
    record Unknown(String why) implements MarkerDecision {
        public Unknown {
            requireNonNull(why, "why");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unknown(this);
        }
    }

    <T> T match(Cases<T> cases);

    /** One method for each. */
    interface Cases<T> {
        T marker(Marker marker);

        T unknown(Unknown unknown);
    }
}
