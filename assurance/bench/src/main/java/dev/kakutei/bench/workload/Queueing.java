package dev.kakutei.bench.workload;

import dev.kakutei.bench.WaitingRequests;
import dev.kakutei.bench.result.Run;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** W6: {@link WaitingRequests}, and its result. */
public record Queueing(BenchPlan plan, int round) {
    /** New requests in each of its rounds, for as many as wait a tenth. */
    private static final int SHARE = 10;

    private static final int LEAST = 1000;

    public Run run() throws IOException {
        int measured = Math.max(LEAST, plan.sizes().waiting() / SHARE);
        WaitingRequests.Found found = WaitingRequests.measure(plan.sizes().waiting(), measured);
        return new Run.Builder()
                .conditions(Conditions.of(plan, Conditions.NOT_WARMED))
                .condition("waiting", plan.sizes().waiting())
                .condition("measured", measured)
                .figure("settled_per_second_with_nothing_waiting", found.withoutPerSecond())
                .figure("settled_per_second_with_all_waiting", found.withPerSecond())
                .figure("ratio", found.withPerSecond() / found.withoutPerSecond())
                .figure("cpu_micros_with_nothing_waiting", found.withoutCpuMicros())
                .figure("cpu_micros_with_all_waiting", found.withCpuMicros())
                .figure("tick_ms_with_nothing_waiting", found.withoutTickMillis())
                .figure("tick_ms_with_all_waiting", found.withTickMillis())
                .figure("seconds_to_be_ready_again", found.secondsToBeReady())
                .of(
                        Workload.W6.name(),
                        "kakutei",
                        "",
                        round,
                        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
