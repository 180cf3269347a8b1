package dev.kakutei.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class KafkaConnectionCheckTest {
    private final KafkaConnectionCheck check = new KafkaConnectionCheck();

    @Test
    void problem_withoutAConnectionForLong_isReportedUntilThereIsOne() {
        assertThat(check.problem(connections(1, 0), seconds(0))).isEmpty();
        assertThat(check.problem(connections(0, 0), seconds(5))).isEmpty();
        assertThat(check.problem(connections(0, 0), seconds(14))).isEmpty();
        assertThat(check.problem(connections(0, 0), seconds(16)))
                .get()
                .asString()
                .contains("11 s");
        assertThat(check.problem(connections(0, 2), seconds(17))).isEmpty();
        assertThat(check.problem(connections(0, 0), seconds(30)))
                .as("counted from zero again")
                .isEmpty();
    }

    @Test
    void problem_whereNothingIsMeasured_isNone() {
        assertThat(check.problem(Map.of(), seconds(0))).isEmpty();
        assertThat(check.problem(Map.of(), seconds(100))).isEmpty();
    }

    private static long seconds(int count) {
        return Duration.ofSeconds(count).toNanos();
    }

    private static Map<MetricName, Metric> connections(double... counts) {
        Map<MetricName, Metric> metrics = new HashMap<>();
        for (int i = 0; i < counts.length; i++) {
            MetricName name = new MetricName("connection-count", "consumer-metrics", "", Map.of("thread", "t" + i));
            double count = counts[i];
            metrics.put(name, new Metric() {
                @Override
                public MetricName metricName() {
                    return name;
                }

                @Override
                public Object metricValue() {
                    return count;
                }
            });
        }
        return metrics;
    }
}
