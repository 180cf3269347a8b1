package dev.kakutei.sender.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.log.RequestLine;
import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes reports with an idempotent producer that never gives up while the process lives. A report that is lost with
 * the process is made good by the verifier's timer.
 */
public final class Reporter implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Reporter.class);

    private final Topic<Report> topic;
    private final Map<String, Object> client;
    private final int roomFor;
    private final Duration timeout;
    /** Counted for each gateway: a flood of one's reports must not take the room of another's. */
    private final Map<String, AtomicInteger> pending = new ConcurrentHashMap<>();
    /** A producer may block when Kafka is away, and a gateway's callbacks must not. Bounded by what lanes dispatch. */
    private final ExecutorService publisher = Executors.newSingleThreadExecutor(DaemonThreads.named("reporter"));

    private Producer<byte[], byte[]> producer;

    /**
     * @param roomFor how many reports of one gateway may wait for Kafka before its lane is made to wait too
     * @param timeout how long a close waits for Kafka to take what is left
     */
    public Reporter(Topic<Report> topic, Map<String, Object> client, int roomFor, Duration timeout) {
        this.topic = topic;
        this.client = Map.copyOf(client);
        this.roomFor = roomFor;
        this.timeout = timeout;
    }

    public void start() {
        Map<String, Object> properties = new HashMap<>(client);
        properties.put("acks", "all");
        properties.put("enable.idempotence", "true");
        properties.put("delivery.timeout.ms", Integer.MAX_VALUE);
        properties.put("max.block.ms", Long.MAX_VALUE);
        properties.put("linger.ms", 3);
        properties.put("compression.type", "lz4");
        producer = KafkaClients.producer(properties);
    }

    public int pending() {
        return pending.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    public boolean hasRoom(String gateway) {
        return pendingOf(gateway).get() < roomFor;
    }

    /** Without a trace. */
    public CompletableFuture<Void> publish(Report report) {
        return publish(report, null);
    }

    /**
     * Completes when Kafka has the report for good, or exceptionally when it never will.
     *
     * @param traceparent goes beside it; null for none
     */
    public CompletableFuture<Void> publish(Report report, String traceparent) {
        CompletableFuture<Void> published = new CompletableFuture<>();
        AtomicInteger waiting = pendingOf(report.gateway());
        waiting.incrementAndGet();
        published.whenComplete((done, thrown) -> {
            waiting.decrementAndGet();
            if (thrown != null) {
                RequestLine.at(log.atError(), report.requestId())
                        .adapter(report.gateway())
                        .trace(traceparent)
                        .cause(thrown)
                        .log("Report was lost; its attempt will count as unknown");
            }
        });
        try {
            publisher.execute(() -> send(report, traceparent, published));
        } catch (RejectedExecutionException e) {
            published.completeExceptionally(e);
        }
        return published;
    }

    @Override
    public void close() {
        long deadline = System.nanoTime() + timeout.toNanos();
        publisher.shutdown();
        try {
            if (!publisher.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                publisher.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            publisher.shutdownNow();
        }
        if (producer != null) {
            producer.close(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
        if (pending() > 0) {
            log.warn("{} reports did not reach Kafka; their attempts will count as unknown", pending());
        }
    }

    private AtomicInteger pendingOf(String gateway) {
        return pending.computeIfAbsent(gateway, any -> new AtomicInteger());
    }

    private void send(Report report, String traceparent, CompletableFuture<Void> published) {
        try {
            byte[] key = report.requestId().toString().getBytes(UTF_8);
            byte[] value = topic.codec().encode(report);
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic.name(), key, value);
            if (traceparent != null) {
                record.headers().add(TraceContext.HEADER, traceparent.getBytes(UTF_8));
            }
            producer.send(record, (metadata, failure) -> {
                if (failure == null) {
                    Failpoint.SENDER_REPORT_ACKNOWLEDGED.reached();
                    published.complete(null);
                } else {
                    published.completeExceptionally(failure);
                }
            });
            Failpoint.SENDER_REPORT_SENT.reached();
        } catch (RuntimeException e) {
            published.completeExceptionally(e);
        }
    }
}
