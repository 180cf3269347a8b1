package dev.kakutei.bench.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Single rows at a steady pace, and how long each takes from its commit to a consumer. */
final class CommitToConsumerLatency {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final OutboxBacklog backlog;
    private final String bootstrap;
    private final int perSecond;
    /** Rows that were sent, by id: before the insert was sent, and when its commit was answered. */
    private final Map<String, long[]> open = new ConcurrentHashMap<>();

    private final AtomicBoolean over = new AtomicBoolean();
    private final Histogram sinceSent = new Histogram(3);
    private final Histogram sinceCommitted = new Histogram(3);

    CommitToConsumerLatency(OutboxBacklog backlog, String bootstrap, int perSecond) {
        this.backlog = backlog;
        this.bootstrap = bootstrap;
        this.perSecond = perSecond;
    }

    /** In milliseconds; {@code missing} rows did not arrive within the time. */
    record Latency(double p50, double p99, double sentP50, double sentP99, long rows, int missing) {}

    /** Rows of the first part of the time are not measured. */
    Latency run(String topic, Duration warmUp, Duration measured) throws SQLException {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap), new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            partitions.forEach(consumer::position);
            Thread reader = new Thread(() -> read(consumer), "latency-reader");
            reader.start();
            write(warmUp, WhatFor.WARMING);
            write(measured, WhatFor.MEASURING);
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (!open.isEmpty() && System.nanoTime() < deadline) {
                LockSupport.parkNanos(1_000_000);
            }
            over.set(true);
            join(reader);
        }
        return new Latency(
                millis(sinceCommitted, 50),
                millis(sinceCommitted, 99),
                millis(sinceSent, 50),
                millis(sinceSent, 99),
                sinceCommitted.getTotalCount(),
                open.size());
    }

    private enum WhatFor {
        WARMING,
        MEASURING
    }

    /** By the clock, not by the answers: a slow commit does not thin out the rows after it. */
    private void write(Duration time, WhatFor what) throws SQLException {
        try (Connection connection = backlog.writer();
                PreparedStatement single = OutboxBacklog.single(connection)) {
            long begin = System.nanoTime();
            long rows = time.toSeconds() * perSecond;
            for (long i = 0; i < rows; i++) {
                long due = begin + i * 1_000_000_000L / perSecond;
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                UUID id = UUID.randomUUID();
                long[] times = {System.nanoTime(), 0};
                if (what == WhatFor.MEASURING) {
                    open.put(id.toString(), times);
                }
                OutboxBacklog.insert(single, id);
                synchronized (times) {
                    times[1] = System.nanoTime();
                }
            }
        }
    }

    private void read(KafkaConsumer<String, String> consumer) {
        while (!over.get()) {
            for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                long now = System.nanoTime();
                Matcher id = ID.matcher(record.key());
                long[] times = id.find() ? open.remove(id.group()) : null;
                if (times != null) {
                    synchronized (times) {
                        sinceSent.recordValue((now - times[0]) / 1000);
                        // Seen before the writer had its answer: no time at all.
                        sinceCommitted.recordValue(times[1] == 0 ? 0 : Math.max(0, (now - times[1]) / 1000));
                    }
                }
            }
        }
    }

    private static void join(Thread reader) {
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1000.0;
    }
}
