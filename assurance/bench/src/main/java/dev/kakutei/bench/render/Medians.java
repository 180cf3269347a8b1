package dev.kakutei.bench.render;

import dev.kakutei.bench.result.Latency;
import dev.kakutei.bench.result.Run;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Results of several rounds, asked as one: each figure is the median of its rounds. */
record Medians(List<Run> runs) {
    Medians {
        runs = List.copyOf(runs);
    }

    Medians of(String workload) {
        return new Medians(
                runs.stream().filter(run -> run.workload().equals(workload)).toList());
    }

    Medians by(String contestant) {
        return new Medians(
                runs.stream().filter(run -> run.contestant().equals(contestant)).toList());
    }

    Medians variant(String variant) {
        return new Medians(
                runs.stream().filter(run -> run.variant().equals(variant)).toList());
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    /** In the order of the runs. */
    List<String> variants() {
        return runs.stream().map(Run::variant).distinct().toList();
    }

    /** Not a number where it was not measured. */
    double figure(String name) {
        double[] values = runs.stream()
                .mapToDouble(run -> run.figure(name))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        return median(values);
    }

    double cpuMicros(String part) {
        return median(runs.stream()
                .mapToDouble(run -> run.cpuMicros().getOrDefault(part, 0.0))
                .sorted()
                .toArray());
    }

    /** The whole histogram of the round whose p99 is in the middle. */
    Optional<Latency> latency(String name) {
        List<Latency> all = runs.stream()
                .filter(run -> run.latencies().containsKey(name))
                .map(run -> run.latencies().get(name))
                .sorted(Comparator.comparingDouble(Latency::p99))
                .toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get((all.size() - 1) / 2));
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length == 0
                ? Double.NaN
                : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
