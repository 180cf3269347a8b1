package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import java.time.Instant;

/** The rules, as the gateway file says at the moment. What it throws is a bug. */
@FunctionalInterface
public interface Decider {
    /** @param before what the request is; null where it is not known */
    Decision decide(Entry before, Observation observation, Instant now);
}
