package dev.kakutei.chaos.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * One fault, and how callers recovered from it.
 *
 * @param process whether a process was killed, stopped or frozen
 * @param atMillis since the attack began
 * @param healedAfterMillis from the fault until it was healed: the way is open again, the process or its successor is ready. Of two
 *     at once, until both were
 * @param outageMillis from the fault until callers' requests were settled as before; null where that was not seen
 * @param recoveryMillis the same, from the healing
 * @param overtaken whether the next fault came before that, so that the times are longer than this fault's own
 */
public record FaultRecord(
        String kind,
        String target,
        boolean process,
        @JsonAlias(EARLIER_OVERLAP) Overlap overlap,
        long atMillis,
        long healedAfterMillis,
        Long outageMillis,
        Long recoveryMillis,
        boolean overtaken) {
    /** The field's name in earlier records; the stored ones keep it. */
    private static final String EARLIER_OVERLAP = "company";

    /** Whether another fault was there at the same time. What two did together is counted once, with the first. */
    public enum Overlap {
        ALONE,
        FIRST_OF_TWO,
        SECOND_OF_TWO
    }

    public FaultRecord {
        requireNonNull(kind, "kind");
        requireNonNull(target, "target");
        requireNonNull(overlap, "overlap");
        if (atMillis < 0 || healedAfterMillis < 0 || isNegative(outageMillis) || isNegative(recoveryMillis)) {
            throw new IllegalArgumentException("a time before the fault: " + kind + " " + target);
        }
    }

    private static boolean isNegative(Long millis) {
        return millis != null && millis < 0;
    }
}
