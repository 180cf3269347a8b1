package dev.kakutei.e2e.watching;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What is done to real samples, to see whether a rule notices. It begins at a time, and ends at another. */
final class SampleChange {
    static final int BEGINS = 600;
    static final int ENDS = 1_200;

    private record Change(String name, Map<String, String> labels, UnaryOperator<Double> state, double steps) {}

    private final List<Change> changes = new ArrayList<>();

    /** A gauge has this value meanwhile, in every instance. */
    static SampleChange gauge(String name, Map<String, String> labels, double value) {
        SampleChange problem = new SampleChange();
        problem.changes.add(new Change(name, labels, before -> value, 0));
        return problem;
    }

    static SampleChange gauge(String name, double value) {
        return gauge(name, Map.of(), value);
    }

    /** A counter goes up by so much, once, in every instance. */
    static SampleChange counted(String name, double steps) {
        return counted(name, Map.of(), steps);
    }

    static SampleChange counted(String name, Map<String, String> labels, double steps) {
        SampleChange problem = new SampleChange();
        problem.changes.add(new Change(name, labels, null, steps));
        return problem;
    }

    /** No instance shows it meanwhile. */
    static SampleChange gone(String name, Map<String, String> labels) {
        SampleChange problem = new SampleChange();
        problem.changes.add(new Change(name, labels, before -> null, 0));
        return problem;
    }

    /** Empty where it is not shown. */
    Optional<Exposition.Sample> at(int now, Exposition.Sample sample) {
        Double value = sample.value();
        for (Change change : changes) {
            boolean meant = change.name().equals(sample.name())
                    && sample.labels().entrySet().containsAll(change.labels().entrySet());
            if (meant && change.state() == null) {
                value += now >= BEGINS ? change.steps() : 0;
            } else if (meant && now >= BEGINS && now < ENDS) {
                value = change.state().apply(value);
            }
        }
        return Optional.ofNullable(value).map(it -> new Exposition.Sample(sample.name(), sample.labels(), it));
    }
}
