package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was found, for each promise: how much was examined, what broke it, and what could not be judged, and why. */
public final class Findings {
    /** More examples of the same show nothing new; all are counted. */
    public static final int MAX_EXAMPLES = 20;

    /**
     * @param subject a request's id, or where else it was seen
     * @param sentence what is wrong
     */
    public record ViolationExample(String subject, String sentence) {
        public ViolationExample {
            requireNonNull(subject, "subject");
            requireNonNull(sentence, "sentence");
        }
    }

    /** The verdict on one promise. */
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
    public record PromiseResult(
            long examined, long violations, List<ViolationExample> examples, Map<String, Long> skipped) {
        public PromiseResult {
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

    private static final class Counts {
        private long examined;
        private long violations;
        private final List<ViolationExample> examples = new ArrayList<>();
        private final Map<String, Long> skipped = new TreeMap<>();
    }

    private final Map<Promise, Counts> tallies = new EnumMap<>(Promise.class);

    public void examined(Promise promise) {
        examined(promise, 1);
    }

    public void examined(Promise promise, long count) {
        counts(promise).examined += count;
    }

    public void violated(Promise promise, Object subject, String sentence) {
        Counts counts = counts(promise);
        counts.violations++;
        if (counts.examples.size() < MAX_EXAMPLES) {
            counts.examples.add(new ViolationExample(subject.toString(), sentence));
        }
    }

    public void skipped(Promise promise, String why) {
        counts(promise).skipped.merge(why, 1L, Long::sum);
    }

    public PromiseResult result(Promise promise) {
        Counts counts = counts(promise);
        return new PromiseResult(counts.examined, counts.violations, counts.examples, counts.skipped);
    }

    public long violations() {
        return tallies.values().stream().mapToLong(counts -> counts.violations).sum();
    }

    private Counts counts(Promise promise) {
        return tallies.computeIfAbsent(promise, any -> new Counts());
    }
}
