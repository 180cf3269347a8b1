package dev.kakutei.bench.result;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How long something took, in milliseconds, and enough of the histogram to draw it.
 *
 * @param curve from the median to the slowest, ever finer towards the end
 */
public record Latency(long count, double p50, double p90, double p99, double p999, double max, List<Point> curve) {
    private static final double[] PERCENTILES = {
        0, 10, 25, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 96, 97, 98, 98.5, 99, 99.25, 99.5, 99.75, 99.9, 99.95, 99.99
    };
    private static final double MICROS = 1000.0;

    /** Of a hundred, how many took at most so long. */
    public record Point(double percentile, double millis) {}

    public Latency {
        curve = List.copyOf(curve);
    }

    /** @param micros the histogram, in microseconds */
    public static Latency of(Histogram micros) {
        List<Point> curve = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            // one of 200 has no 99.9th percentile
            if (micros.getTotalCount() * (100 - percentile) >= 100) {
                curve.add(new Point(percentile, at(micros, percentile)));
            }
        }
        return new Latency(
                micros.getTotalCount(),
                at(micros, 50),
                at(micros, 90),
                at(micros, 99),
                at(micros, 99.9),
                micros.getMaxValue() / MICROS,
                curve);
    }

    private static double at(Histogram micros, double percentile) {
        return micros.getValueAtPercentile(percentile) / MICROS;
    }
}
