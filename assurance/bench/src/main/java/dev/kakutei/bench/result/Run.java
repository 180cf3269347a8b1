package dev.kakutei.bench.result;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One measurement of one contestant.
 *
 * @param variant of the workload, as {@code 20ms}; empty where there is one
 * @param round counts from 1 when the same is measured again
 * @param conditions under which it was measured, the machine's included
 * @param figures counts, rates and sizes by name; a name ends with its unit where it has one
 * @param cpuMicros of each request, by process and part
 * @param latencies by what was waited for
 * @param series one value a minute, by name
 * @param faults sentences; what was promised and not kept, so none in a run that counts
 */
public record Run(
        int form,
        String workload,
        String contestant,
        String variant,
        int round,
        String takenAt,
        Map<String, String> conditions,
        Map<String, Double> figures,
        Map<String, Double> cpuMicros,
        Map<String, Latency> latencies,
        Map<String, List<Double>> series,
        List<String> faults) {
    /** Changes when an older reader would misunderstand the file. */
    public static final int FORM = 1;

    public Run {
        if (form != FORM) {
            throw new IllegalArgumentException("a result of form " + form + "; this program reads form " + FORM);
        }
        requireNonNull(workload, "workload");
        requireNonNull(contestant, "contestant");
        requireNonNull(variant, "variant");
        requireNonNull(takenAt, "takenAt");
        conditions = ordered(conditions);
        figures = ordered(figures);
        cpuMicros = ordered(cpuMicros);
        latencies = ordered(latencies);
        series = ordered(series);
        faults = faults == null ? List.of() : List.copyOf(faults);
    }

    /** Without an ending. */
    public String fileName() {
        return String.join(
                "-",
                variant.isEmpty()
                        ? List.of(workload, contestant, "" + round)
                        : List.of(workload, contestant, variant, "" + round));
    }

    /** Not a number where it was not measured. */
    public double figure(String name) {
        return figures.getOrDefault(name, Double.NaN);
    }

    private static <V> Map<String, V> ordered(Map<String, V> values) {
        return values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Collects what belongs to a run. */
    public static final class Builder {
        private final Map<String, String> conditions = new LinkedHashMap<>();
        private final Map<String, Double> figures = new LinkedHashMap<>();
        private final Map<String, Double> cpuMicros = new LinkedHashMap<>();
        private final Map<String, Latency> latencies = new LinkedHashMap<>();
        private final Map<String, List<Double>> series = new LinkedHashMap<>();
        private final List<String> faults = new ArrayList<>();

        public Builder condition(String name, Object value) {
            conditions.put(name, String.valueOf(value));
            return this;
        }

        public Builder conditions(Map<String, String> all) {
            conditions.putAll(all);
            return this;
        }

        public Builder figure(String name, double value) {
            if (Double.isFinite(value)) {
                figures.put(name, value);
            }
            return this;
        }

        public Builder cpu(String part, double micros) {
            cpuMicros.put(part, micros);
            return this;
        }

        public Builder latency(String name, Latency latency) {
            latencies.put(name, latency);
            return this;
        }

        /** Adds one value to a series. */
        public Builder minute(String name, double value) {
            series.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
            return this;
        }

        public Builder fault(String sentence) {
            faults.add(sentence);
            return this;
        }

        public Run of(String workload, String contestant, String variant, int round, String takenAt) {
            return new Run(
                    FORM,
                    workload,
                    contestant,
                    variant,
                    round,
                    takenAt,
                    conditions,
                    figures,
                    cpuMicros,
                    latencies,
                    series,
                    faults);
        }
    }
}
