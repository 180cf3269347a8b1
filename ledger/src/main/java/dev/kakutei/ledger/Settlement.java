package dev.kakutei.ledger;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a request was settled, and what speaks against that.
 *
 * @param byAttempt the attempt whose answer settled it; 0 where something else did, and while it is open
 * @param at null while it is open
 * @param contradictions the attempts whose answers spoke against what was settled, and {@link Entry#BY_STATUS_QUERY}
 */
public record Settlement(int byAttempt, Instant at, List<Integer> contradictions) {
    static final Settlement NONE = new Settlement(0, null, List.of());

    public Settlement {
        contradictions = contradictions == null ? List.of() : List.copyOf(contradictions);
    }

    Settlement settled(int attempt, Instant when) {
        return new Settlement(attempt, when, contradictions);
    }

    Settlement contradictedBy(int attempt) {
        return new Settlement(
                byAttempt,
                at,
                Stream.concat(contradictions.stream(), Stream.of(attempt))
                        .distinct()
                        .sorted()
                        .toList());
    }
}
