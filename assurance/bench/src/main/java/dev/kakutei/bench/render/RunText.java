package dev.kakutei.bench.render;

import dev.kakutei.bench.result.Latency;
import dev.kakutei.bench.result.Run;
import java.util.Locale;
import java.util.Map;

/** A result for whoever watches the terminal. */
public final class RunText {
    private RunText() {}

    public static String of(Run run) {
        StringBuilder text = new StringBuilder();
        add(text, "%s %s %s", run.workload(), run.contestant(), run.variant());
        for (Map.Entry<String, Double> figure : run.figures().entrySet()) {
            add(text, "    %-56s %,14.2f", figure.getKey(), figure.getValue());
        }
        for (Map.Entry<String, Latency> entry : run.latencies().entrySet()) {
            Latency latency = entry.getValue();
            add(
                    text,
                    "    %-24s p50 %.1f  p90 %.1f  p99 %.1f  p99.9 %.1f  max %.1f ms (%,d)",
                    entry.getKey(),
                    latency.p50(),
                    latency.p90(),
                    latency.p99(),
                    latency.p999(),
                    latency.max(),
                    latency.count());
        }
        for (Map.Entry<String, Double> part : run.cpuMicros().entrySet()) {
            add(text, "    %-56s %,8.0f µs of CPU for each request", part.getKey(), part.getValue());
        }
        run.series().forEach((name, values) -> add(text, "    %-40s %s", name, values));
        run.faults().forEach(fault -> add(text, "    FAULT: %s", fault));
        return text.toString();
    }

    private static void add(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
