package dev.kakutei.store.upkeep;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What became of a difference.
 *
 * @param obstacle why it is still there; empty where it was repaired
 */
public record Repair(Difference difference, Optional<String> obstacle) {
    public Repair {
        requireNonNull(difference, "difference");
        requireNonNull(obstacle, "obstacle");
    }

    static Repair done(Difference difference) {
        return new Repair(difference, Optional.empty());
    }

    static Repair notDone(Difference difference, String obstacle) {
        return new Repair(difference, Optional.of(obstacle));
    }
}
