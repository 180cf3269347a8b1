package dev.kakutei.bench.workload;

import dev.kakutei.bench.contest.Contestant;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What to measure, and for how long.
 *
 * @param seconds of each round
 * @param warmUp before the first one of a contestant
 * @param sizes of the workloads
 * @param rounds how often everything is measured, in turns
 * @param options of the JVM of each contestant
 * @param settings of Kakutei
 * @param note goes into the results: who else was on the machine
 * @param check what is done with Kakutei at the end
 */
public record BenchPlan(
        Set<Workload> workloads,
        List<Contestant> contestants,
        Duration seconds,
        WarmUp warmUp,
        Sizes sizes,
        int rounds,
        List<String> options,
        List<String> settings,
        String note,
        Check check) {
    /** Of the callers. */
    public static final int CONNECTIONS = 64;

    /**
     * @param delays of the gateway in W1, in milliseconds
     * @param rate of the open loop, a second
     * @param soak of W5
     * @param waiting requests in W6
     * @param history settled requests in W7, fewest first
     */
    public record Sizes(List<Integer> delays, int rate, Duration soak, int waiting, List<Integer> history) {
        public Sizes {
            delays = List.copyOf(delays);
            history = List.copyOf(history);
        }
    }

    /** After the last round of Kakutei. */
    public enum Check {
        COUNTS,
        /** Also every promise, from the topics: it takes a while. */
        PROOF
    }

    public BenchPlan {
        workloads = Set.copyOf(workloads);
        contestants = List.copyOf(contestants);
        options = List.copyOf(options);
        settings = List.copyOf(settings);
    }
}
