package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was found, for each promise: how much was examined, what broke it, and what could not be judged, and why. */
public final class Findings {
    /** More of the same teach nothing; all are counted. */
    public static final int MOST_EXAMPLES = 20;

    /**
     * @param subject a request's id, or where else it was seen
     * @param sentence what is wrong
     */
    public record Violation(String subject, String sentence) {
        public Violation {
            requireNonNull(subject, "subject");
            requireNonNull(sentence, "sentence");
        }
    }

    /** How a promise fared. */
    public enum Verdict {
        KEPT,
        BROKEN,
        /** Nothing could be examined: neither kept nor broken. */
        NOT_CHECKED
    }

    /**
     * @param skipped what was not judged, by the reason
     * @param examples the first violations
     */
    public record Account(long examined, long violations, List<Violation> examples, Map<String, Long> skipped) {
        public Account {
            examples = List.copyOf(examples);
            skipped = new TreeMap<>(skipped);
        }

        public Verdict verdict() {
            if (violations > 0) {
                return Verdict.BROKEN;
            }
            return examined > 0 ? Verdict.KEPT : Verdict.NOT_CHECKED;
        }
    }

    private static final class Tally {
        private long examined;
        private long violations;
        private final List<Violation> examples = new ArrayList<>();
        private final Map<String, Long> skipped = new TreeMap<>();
    }

    private final Map<Promise, Tally> tallies = new EnumMap<>(Promise.class);

    public void examined(Promise promise) {
        examined(promise, 1);
    }

    public void examined(Promise promise, long count) {
        tally(promise).examined += count;
    }

    public void violated(Promise promise, Object subject, String sentence) {
        Tally tally = tally(promise);
        tally.violations++;
        if (tally.examples.size() < MOST_EXAMPLES) {
            tally.examples.add(new Violation(subject.toString(), sentence));
        }
    }

    public void skipped(Promise promise, String why) {
        tally(promise).skipped.merge(why, 1L, Long::sum);
    }

    public Account account(Promise promise) {
        Tally tally = tally(promise);
        return new Account(tally.examined, tally.violations, tally.examples, tally.skipped);
    }

    public long violations() {
        return tallies.values().stream().mapToLong(tally -> tally.violations).sum();
    }

    private Tally tally(Promise promise) {
        return tallies.computeIfAbsent(promise, any -> new Tally());
    }
}
