package dev.kakutei.boot.clearance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.Clearance;
import dev.kakutei.schemas.ClearanceRequest;
import dev.kakutei.schemas.codec.Undecodable;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for clearance and receives the answers, for as long as it is open. Without an answer it asks again: nothing is
 * decided or sent before an ingest-service has compared Kafka with Postgres.
 */
public final class ClearanceClient implements ClearanceSource, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClearanceClient.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration QUICK = Duration.ofMillis(200);
    private static final Duration SLOW = Duration.ofSeconds(2);
    /** For so long it asks in short intervals: services that start together find each other within this time. */
    private static final Duration QUICKLY = Duration.ofSeconds(20);

    private static final Duration POSITIONED = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(2);
    private static final Duration SILENT = Duration.ofSeconds(10);
    private static final Duration BLOCKED = Duration.ofSeconds(2);

    private final KafkaConfig kafka;
    private final Topic<Clearance> clearances;
    private final Topic<ClearanceRequest> requests;
    private final String service;
    private final String instance;
    private final ClearanceState state;
    private final InstantSource clock = InstantSource.system();
    private final CountDownLatch listening = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile Consumer<byte[], byte[]> consumer;
    private volatile Producer<byte[], byte[]> producer;
    private volatile String failure;
    private volatile long openSince;
    private volatile ClearanceRequest.Loss loss;

    public ClearanceClient(KafkaConfig kafka, String service, String instance) {
        this.kafka = kafka;
        this.clearances = kafka.topics().clearances();
        this.requests = kafka.topics().clearanceRequests();
        this.service = service;
        this.instance = instance;
        this.state = new ClearanceState(instance);
        this.thread = DaemonThreads.create(service + "-clearance", this::run);
    }

    /** The topics it needs; the service that starts it creates them before. */
    public static List<Topic<?>> topics(KafkaConfig kafka) {
        return List.of(kafka.topics().clearanceRequests(), kafka.topics().clearances());
    }

    /** Returns when answers would be received. */
    public void start() {
        producer = KafkaClients.producer(KafkaClients.promptProperties(kafka, service + "-clearance", BLOCKED));
        thread.start();
        try {
            if (!listening.await(POSITIONED.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(clearances.name() + " cannot be read: " + failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public long ask() {
        long number = state.ask();
        openSince = System.nanoTime();
        send();
        return number;
    }

    /**
     * Says with every request, until all are halted, that this instance misses records in Kafka.
     *
     * @param recovery under which recovery it works
     */
    public void report(int recovery, String reason) {
        loss = new ClearanceRequest.Loss(recovery, reason);
        ask();
    }

    @Override
    public boolean covers(long request, int recovery) {
        return state.covers(request, recovery);
    }

    @Override
    public OptionalInt recovery() {
        return state.recovery();
    }

    /** Why nothing may be done, as the ingest-service that compared the stores says. */
    public Optional<String> halted() {
        return state.halted();
    }

    /** What an operator should know; empty while all is cleared, or will be in a moment. */
    public Optional<String> problem() {
        return state.halted().map(reason -> "nothing is sent: " + reason).or(() -> {
            Duration waited = Duration.ofNanos(System.nanoTime() - openSince);
            return state.open() == 0 || waited.compareTo(SILENT) < 0
                    ? Optional.empty()
                    : Optional.of("nothing is sent: no ingest-service has answered for " + waited.toSeconds()
                            + " s whether Kafka has lost records");
        });
    }

    @Override
    public void close() {
        closed.countDown();
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        DaemonThreads.join(thread, STOP);
        if (producer != null) {
            producer.close(Duration.ZERO);
        }
    }

    private void run() {
        while (closed.getCount() > 0) {
            try (Consumer<byte[], byte[]> fresh = consumer()) {
                consumer = fresh;
                listen(fresh);
            } catch (WakeupException e) {
                // closing; the loop's condition shows it
            } catch (KafkaException e) {
                failure = e.getMessage();
                log.warn("The consumer of {} failed and is opened again: {}", clearances.name(), e.toString());
                pause();
            } finally {
                consumer = null;
            }
        }
    }

    private void listen(Consumer<byte[], byte[]> fresh) {
        List<TopicPartition> all = IntStream.range(0, clearances.partitions())
                .mapToObj(partition -> new TopicPartition(clearances.name(), partition))
                .toList();
        fresh.assign(all);
        fresh.seekToEnd(all);
        all.forEach(partition -> fresh.position(partition, POSITIONED));
        listening.countDown();
        long lastAsked = System.nanoTime();
        while (closed.getCount() > 0) {
            fresh.poll(POLL).forEach(this::receive);
            Duration waited = Duration.ofNanos(System.nanoTime() - openSince);
            Duration pause = waited.compareTo(QUICKLY) < 0 ? QUICK : SLOW;
            if (state.open() > 0 && System.nanoTime() - lastAsked > pause.toNanos()) {
                send();
                lastAsked = System.nanoTime();
            }
        }
    }

    private void receive(ConsumerRecord<byte[], byte[]> record) {
        try {
            Clearance answer = clearances.codec().decode(record.value());
            if (!state.receive(answer)) {
                return;
            }
            if (answer.verdict() == Clearance.Verdict.HALTED) {
                loss = null;
                log.error("Sending is halted by {}: {}", answer.checker(), answer.reason());
            } else {
                log.info("Cleared by {} under recovery {}", answer.checker(), answer.recovery());
            }
        } catch (Undecodable e) {
            log.error("Cannot read {}-{}@{}: {}", record.topic(), record.partition(), record.offset(), e.getMessage());
        }
    }

    /** What is not delivered is asked again. */
    private void send() {
        long number = state.open();
        Producer<byte[], byte[]> open = producer;
        if (number == 0 || open == null) {
            return;
        }
        try {
            ClearanceRequest request = new ClearanceRequest(service, instance, number, clock.instant(), loss);
            open.send(new ProducerRecord<>(
                    requests.name(), instance.getBytes(UTF_8), requests.codec().encode(request)));
        } catch (KafkaException | IllegalStateException e) {
            failure = e.getMessage();
        }
    }

    private void pause() {
        try {
            closed.await(QUICK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        Map<String, Object> properties =
                KafkaClients.consumerProperties(kafka, service + "-clearance", KafkaClients.Begin.LATEST);
        properties.put("allow.auto.create.topics", false);
        return KafkaClients.consumer(properties);
    }
}
