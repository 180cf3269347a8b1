package dev.kakutei.bench.workload;

import dev.kakutei.bench.contest.RunningContestant;
import dev.kakutei.bench.load.HttpLoad;
import dev.kakutei.bench.result.Run;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** 60 % of what was settled a second in a closed loop just before, for minutes; what grows is seen by the minute (W5). */
record Soak(BenchPlan plan, Round round, HttpLoad load, RunningContestant running) {
    private static final double SHARE = 0.6;
    private static final double MIB = 1 << 20;

    private record Minute(HttpLoad.Result load, double heap, Map<String, Long> tables) {}

    Run.Builder run() throws IOException, SQLException {
        Run.Builder peak = round.measure(() -> load.closedLoop(plan.seconds()));
        double settled = peak.of("W5", "kakutei", "", 1, "").figure("settled_per_second");
        int rate = Math.max(1, (int) (SHARE * settled));
        List<Minute> minutes = new ArrayList<>();
        Run.Builder builder = round.measure(() -> soak(rate, minutes));
        builder.condition("rate_per_second", rate)
                .condition("minutes", minutes.size())
                .figure("peak_settled_per_second", settled);
        for (Minute minute : minutes) {
            builder.minute("accept_p50_ms", minute.load.millis(50))
                    .minute("accept_p99_ms", minute.load.millis(99))
                    .minute("heap_mb", minute.heap / MIB);
            minute.tables.forEach((table, bytes) -> builder.minute("table " + table + " mb", bytes / MIB));
        }
        return builder;
    }

    private HttpLoad.Result soak(int rate, List<Minute> minutes) throws IOException, SQLException {
        long accepted = 0;
        long others = 0;
        Duration took = Duration.ZERO;
        Histogram all = null;
        long began = 0;
        for (long i = Math.max(1, plan.sizes().soak().toMinutes()); i > 0; i--) {
            HttpLoad.Result minute = load.openLoop(rate, Duration.ofMinutes(1));
            minutes.add(new Minute(minute, running.heap(), running.tables()));
            began = minutes.size() == 1 ? minute.began() : began;
            accepted += minute.accepted();
            others += minute.others();
            took = took.plus(minute.took());
            if (all == null) {
                all = minute.latencies().copy();
            } else {
                all.add(minute.latencies());
            }
        }
        return new HttpLoad.Result(accepted, others, 0, began, took, all);
    }
}
