package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long the entry of a settled request is kept, so that late evidence is known for what it is. Afterwards its entry
 * may go; what stays of all that went is one line in time, {@link Observation.Arrived#removedUpTo}.
 *
 * @param kept longer than the longest time after which an answer may still come
 */
public record Retention(Duration kept) {
    public Retention {
        requireNonNull(kept, "kept");
        if (kept.isNegative() || kept.isZero()) {
            throw new IllegalArgumentException("a settled request is kept for some time, not for " + kept);
        }
    }

    /**
     * When the entry may be removed; null where it may not, because it is not settled, or a person must still look at
     * it. An acceptance that is stamped with a time to come is kept until then: otherwise everything that is accepted
     * before would be taken to be older than what was removed.
     */
    public Instant removeAt(Entry entry) {
        if (!entry.status().terminal() || entry.contradicted()) {
            return null;
        }
        return later(entry.settlement().at(), entry.acceptedAt()).plus(kept);
    }

    /**
     * Whatever may be removed by then may be removed now. Two clocks must agree: ours, and the one that stamps what
     * arrives. A clock that jumps forward would otherwise make us remove what was settled a moment ago, and take what
     * is still on its way for something old.
     *
     * @param newestAccepted when the newest request that arrived here was accepted; null where none is known
     */
    public Optional<Instant> until(Instant newestAccepted, Instant now) {
        return Optional.ofNullable(newestAccepted).map(newest -> newest.isBefore(now) ? newest : now);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
