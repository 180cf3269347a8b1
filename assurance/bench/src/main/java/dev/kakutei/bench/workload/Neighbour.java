package dev.kakutei.bench.workload;

import dev.kakutei.bench.NoisyNeighbour;
import dev.kakutei.bench.result.Latency;
import dev.kakutei.bench.result.Run;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** W4: {@link NoisyNeighbour}, and its result. */
public record Neighbour(BenchPlan plan, int round) {
    private static final int PER_SECOND = 20;

    public Run run() throws IOException {
        NoisyNeighbour.Found found = NoisyNeighbour.measure(plan.seconds(), PER_SECOND);
        return new Run.Builder()
                .conditions(Conditions.of(plan, Conditions.NOT_WARMED))
                .condition("rate_per_second", PER_SECOND)
                .latency("alone", Latency.of(found.alone()))
                .latency("beside a gateway that answers", Latency.of(found.healthy()))
                .latency("beside a gateway that hangs", Latency.of(found.hanging()))
                .figure("p99_beside_one_that_hangs_to_alone", found.ratio())
                .of(
                        Workload.W4.name(),
                        "kakutei",
                        "",
                        round,
                        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
