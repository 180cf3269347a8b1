package dev.kakutei.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class LatencyTest {
    @Test
    void of_oneToAThousandMillis_hasPercentilesInMillis() {
        Latency latency = Latency.of(millis(1000));
        assertThat(latency.count()).isEqualTo(1000);
        assertThat(latency.p50()).isCloseTo(500, within(1.0));
        assertThat(latency.p90()).isCloseTo(900, within(1.0));
        assertThat(latency.p99()).isCloseTo(990, within(1.0));
        assertThat(latency.max()).isCloseTo(1000, within(1.0));
    }

    @Test
    void of_fewValues_drawsNoPercentileThatFewerThanOneValueLiesBeyond() {
        assertThat(Latency.of(millis(100)).curve())
                .extracting(Latency.Point::percentile)
                .contains(99.0)
                .allMatch(percentile -> percentile <= 99);
    }

    @Test
    void of_nothing_isEmpty() {
        Latency latency = Latency.of(millis(0));
        assertThat(latency.count()).isZero();
        assertThat(latency.curve()).isEmpty();
    }

    private static Histogram millis(int count) {
        Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(1), 3);
        for (int i = 1; i <= count; i++) {
            micros.recordValue(TimeUnit.MILLISECONDS.toMicros(i));
        }
        return micros;
    }
}
