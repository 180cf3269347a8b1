package dev.kakutei.sender.consume;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.codec.Codecs;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lane of one gateway: a thread that reads its commands, commits as many as can be acted on at once, and only then
 * hands them over. It never waits for a call, and goes on polling while all slots are in use, so it keeps its place in
 * the group however slow the gateway is.
 */
public final class Lane implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Lane.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration FOR_A_SLOT = Duration.ofMillis(50);
    private static final Duration COMMIT = Duration.ofSeconds(15);
    private static final Duration LEAVE = Duration.ofSeconds(2);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final Duration BEFORE_ANOTHER_TRY = Duration.ofSeconds(1);
    private static final int REMEMBERED_ATTEMPTS = 10_000;

    private final LaneConfig config;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Slots slots;
    private final Work work;
    private final LaneEvents events;
    private final InstantSource clock;
    private final Backlog backlog = new Backlog();
    private final RecentAttempts recent = new RecentAttempts(REMEMBERED_ATTEMPTS);
    private final LaneHealth health = new LaneHealth();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;
    private boolean confirmed = true;

    public Lane(LaneConfig config, Slots slots, Work work, LaneEvents events, InstantSource clock) {
        this(
                config,
                () -> new KafkaConsumer<>(
                        config.consumerProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                slots,
                work,
                events,
                clock);
    }

    /** @param consumers asked again when a consumer fails for good */
    Lane(
            LaneConfig config,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Slots slots,
            Work work,
            LaneEvents events,
            InstantSource clock) {
        this.config = config;
        this.consumers = consumers;
        this.slots = slots;
        this.work = work;
        this.events = events;
        this.clock = clock;
        this.thread = new Thread(this::run, "lane-" + config.gateway());
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    public HealthCheck check() {
        return new HealthCheck("lane " + config.gateway(), health::trouble);
    }

    /** From the return of this on, no command is taken. Calls under way go on. */
    @Override
    public void close() {
        stopping.countDown();
        try {
            thread.join(STOP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    private void run() {
        while (!isStopping()) {
            Consumer<byte[], byte[]> consumer = null;
            try {
                consumer = consumers.get();
                Assignment assignment = new Assignment(consumer, backlog, health);
                consumer.subscribe(List.of(config.topic()), assignment);
                while (!isStopping()) {
                    turn(consumer, assignment);
                }
            } catch (RuntimeException e) {
                log.error("the lane of {} failed; it begins anew", config.gateway(), e);
                health.failed("failed and begins anew: " + e.getMessage());
                pause();
            } finally {
                backlog.clear();
                close(consumer);
            }
        }
    }

    /** One turn: read, commit what can be acted on now, act. In this order. */
    void turn(Consumer<byte[], byte[]> consumer, Assignment assignment) {
        read(consumer, assignment);
        health.turned(consumer);
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>(assignment.beginnings());
        List<Arrival> batch = List.of();
        if (backlog.isEmpty()) {
            health.tookOrIdle();
        } else {
            batch = backlog.first(slots.awaitFree(FOR_A_SLOT));
            offsets.putAll(Backlog.offsets(batch));
        }
        if (offsets.isEmpty() || isStopping() || !commit(consumer, offsets)) {
            return;
        }
        assignment.beginningsCommitted();
        backlog.removeFirst(batch.size());
        batch.forEach(this::act);
    }

    private void read(Consumer<byte[], byte[]> consumer, Assignment assignment) {
        try {
            if (backlog.isEmpty()) {
                assignment.resume();
                consumer.poll(POLL).forEach(record -> backlog.add(arrival(record)));
            } else {
                assignment.pauseAll();
                // after a failed commit, time for the group to settle; otherwise only a sign of life
                Duration wait = confirmed ? Duration.ZERO : POLL;
                consumer.poll(wait).forEach(record -> backlog.add(arrival(record)));
            }
        } catch (OffsetOutOfRangeException e) {
            assignment.refuse(e);
        }
    }

    /**
     * Not confirmed means not ours: the batch stays where it is, and is tried again as long as the partitions are ours.
     * A commit that took effect without our hearing of it costs an attempt its post, never gives it two.
     */
    private boolean commit(Consumer<byte[], byte[]> consumer, Map<TopicPartition, OffsetAndMetadata> offsets) {
        try {
            consumer.commitSync(offsets, COMMIT);
            confirmed = true;
        } catch (KafkaException e) {
            log.warn("{}: not confirmed, so nothing is sent: {}", config.topic(), e.toString());
            events.commitFailed(config.gateway());
            confirmed = false;
        }
        return confirmed;
    }

    private Arrival arrival(ConsumerRecord<byte[], byte[]> record) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        OffsetAndMetadata next = new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), "");
        try {
            Command command = Codecs.COMMAND.decode(record.value());
            if (!command.gateway().equals(config.gateway())) {
                return new Arrival(
                        partition, next, Optional.empty(), "it is for the gateway \"" + command.gateway() + "\"");
            }
            Freshness freshness =
                    Freshness.atReceipt(command.issuedAt(), command.notAfter(), clock.instant(), System.nanoTime());
            return new Arrival(partition, next, Optional.of(new Arrival.Order(command, freshness)), null);
        } catch (RuntimeException e) {
            return new Arrival(partition, next, Optional.empty(), e.getMessage());
        }
    }

    private void act(Arrival arrival) {
        health.tookOrIdle();
        if (arrival.order().isEmpty()) {
            String where = arrival.partition() + " offset " + arrival.offset() + ": " + arrival.trouble();
            log.error("set aside a command that cannot be understood, {}", where);
            health.quarantined(where);
            events.quarantined(config.gateway());
            return;
        }
        Arrival.Order order = arrival.order().get();
        Command command = order.command();
        if (recent.isRepeated(command)) {
            log.error(
                    "an attempt for {} came again at {} offset {}; not sent",
                    command.requestId(),
                    arrival.partition(),
                    arrival.offset());
            events.repeated(config.gateway());
            return;
        }
        slots.take();
        try {
            work.carryOut(command, order.freshness()).whenComplete((done, thrown) -> slots.release());
        } catch (RuntimeException e) {
            log.error("the command for {} could not be acted on", command.requestId(), e);
            slots.release();
        }
    }

    private void pause() {
        try {
            if (stopping.await(BEFORE_ANOTHER_TRY.toMillis(), TimeUnit.MILLISECONDS)) {
                log.debug("stopped while waiting for another try");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void close(Consumer<?, ?> consumer) {
        if (consumer == null) {
            return;
        }
        try {
            consumer.close(CloseOptions.timeout(LEAVE));
        } catch (RuntimeException e) {
            log.warn("the consumer of {} did not close cleanly: {}", config.gateway(), e.toString());
        }
    }
}
