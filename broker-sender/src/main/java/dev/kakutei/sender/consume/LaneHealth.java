package dev.kakutei.sender.consume;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.MetricName;

/** Whether a lane makes progress, in one sentence (SPEC F8). Written by the lane's thread, read by any. */
final class LaneHealth {
    private static final Duration LONGEST_TURN = Duration.ofSeconds(60);
    /** Looking through a consumer's metrics is not free. */
    private static final Duration ASK_EVERY = Duration.ofSeconds(1);

    private static final Duration WITHOUT_KAFKA = Duration.ofSeconds(10);
    /** Longer than the longest call can take. */
    private static final Duration WITHOUT_TAKING = Duration.ofMinutes(6);
    /** A record set aside is reported for a while, then only the metric shows it. */
    private static final Duration REPORT_QUARANTINE = Duration.ofMinutes(5);

    private final Map<String, String> refused = new TreeMap<>();
    private long turned = System.nanoTime();
    private long connected = turned;
    private long asked = turned;
    private boolean connectionless;
    private long tookOrIdle = turned;
    private long quarantinedAt;
    private String quarantined;
    private String failure;

    synchronized void turned(Consumer<?, ?> consumer) {
        turned = System.nanoTime();
        failure = null;
        if (turned - asked > ASK_EVERY.toNanos()) {
            asked = turned;
            connectionless = connections(consumer) == 0;
        }
        if (!connectionless) {
            connected = turned;
        }
    }

    synchronized void tookOrIdle() {
        tookOrIdle = System.nanoTime();
    }

    /** For a clearance, which has a check of its own. */
    synchronized void waits() {
        turned = System.nanoTime();
        connected = turned;
        tookOrIdle = turned;
    }

    synchronized void failed(String sentence) {
        failure = sentence;
    }

    synchronized void quarantined(String where) {
        quarantined = where;
        quarantinedAt = System.nanoTime();
    }

    synchronized void refused(String partition, String sentence) {
        refused.put(partition, sentence);
    }

    synchronized void noLongerRefused(String partition) {
        refused.remove(partition);
    }

    synchronized Optional<String> problem() {
        if (failure != null) {
            return Optional.of(failure);
        }
        if (!refused.isEmpty()) {
            return Optional.of(String.join("; ", refused.values()));
        }
        if (past(turned, LONGEST_TURN)) {
            return Optional.of("the lane's thread has made no progress for " + seconds(turned) + " s");
        }
        if (past(connected, WITHOUT_KAFKA)) {
            return Optional.of("has had no connection to Kafka for " + seconds(connected) + " s");
        }
        if (past(tookOrIdle, WITHOUT_TAKING)) {
            return Optional.of("commands are waiting, and none was taken for " + seconds(tookOrIdle) + " s");
        }
        if (quarantined != null && !past(quarantinedAt, REPORT_QUARANTINE)) {
            return Optional.of("set aside a command that could not be decoded: " + quarantined);
        }
        return Optional.empty();
    }

    /** A consumer without such a metric, as in tests, counts as connected. */
    private static double connections(Consumer<?, ?> consumer) {
        return consumer.metrics().entrySet().stream()
                .filter(entry -> isConnectionCount(entry.getKey()))
                .map(entry -> entry.getValue().metricValue())
                .filter(Double.class::isInstance)
                .mapToDouble(Double.class::cast)
                .findFirst()
                .orElse(1);
    }

    private static boolean isConnectionCount(MetricName name) {
        return name.name().equals("connection-count") && name.group().equals("consumer-metrics");
    }

    private static boolean past(long since, Duration limit) {
        return System.nanoTime() - since > limit.toNanos();
    }

    private static long seconds(long since) {
        return Duration.ofNanos(System.nanoTime() - since).toSeconds();
    }
}
