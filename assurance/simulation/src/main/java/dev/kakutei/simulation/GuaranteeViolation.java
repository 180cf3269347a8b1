package dev.kakutei.simulation;

/** A guarantee that did not hold, and where to see it again. */
public record GuaranteeViolation(long seed, long schedule, Guarantee guarantee, String message) {
    @Override
    public String toString() {
        return guarantee + " in schedule " + schedule + " of seed " + seed + ": " + message;
    }
}
