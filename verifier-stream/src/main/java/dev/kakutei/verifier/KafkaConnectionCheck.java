package dev.kakutei.verifier;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Whether the topology is connected to Kafka (SPEC F8). When no broker answers, Streams stays RUNNING and looks at its
 * timers, and makes no progress.
 */
final class KafkaConnectionCheck {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Since when there is no connection; null while there is one. */
    private Long since;

    synchronized Optional<String> problem(Map<MetricName, ? extends Metric> metrics, long nanos) {
        if (connected(metrics)) {
            since = null;
            return Optional.empty();
        }
        since = since == null ? nanos : since;
        Duration without = Duration.ofNanos(nanos - since);
        return without.compareTo(LIMIT) < 0
                ? Optional.empty()
                : Optional.of("no connection to Kafka for " + without.toSeconds() + " s");
    }

    /** Where that metric is missing, this cannot be decided, and it counts as connected. */
    private static boolean connected(Map<MetricName, ? extends Metric> metrics) {
        double[] counts = metrics.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals("connection-count")
                        && entry.getKey().group().equals("consumer-metrics"))
                .map(entry -> entry.getValue().metricValue())
                .filter(Double.class::isInstance)
                .mapToDouble(Double.class::cast)
                .toArray();
        double sum = 0;
        for (double count : counts) {
            sum += count;
        }
        return counts.length == 0 || sum > 0;
    }
}
