package dev.kakutei.sender.consume;

import dev.kakutei.boot.Failpoint;
import dev.kakutei.boot.HealthCheck;
import dev.kakutei.boot.clearance.ClearanceSource;
import dev.kakutei.boot.kafka.KafkaClients;
import dev.kakutei.boot.position.StartPosition;
import dev.kakutei.boot.thread.DaemonThreads;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.gateway.Limits;
import dev.kakutei.sender.limit.CallAllowance;
import dev.kakutei.sender.limit.CallLimiter;
import dev.kakutei.sender.limit.WaitReason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lane of one gateway: a thread that reads its commands, commits as many as can be acted on at once, and only then
 * hands them over. It never waits for a call, and goes on polling while nothing may begin, so it keeps its place in the
 * group however slow the gateway is.
 *
 * <p>A command that must wait, for a free call, a token or the breaker, waits here, not committed: if this process dies,
 * the next owner has it. It waits until it is too old, and is then reported as not sent.
 */
public final class Lane implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Lane.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration FOR_AN_ALLOWANCE = Duration.ofMillis(50);
    private static final Duration COMMIT = Duration.ofSeconds(15);
    private static final Duration LEAVE = Duration.ofSeconds(2);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final Duration BEFORE_ANOTHER_TRY = Duration.ofSeconds(1);

    private final LaneConfig config;
    private final IntFunction<Consumer<byte[], byte[]>> consumers;
    private final ClearanceSource clearance;
    private final CallLimiter limiter;
    private final LaneEvents events;
    private final InstantSource clock;
    private final Backlog backlog = new Backlog();
    private final LaneHealth health = new LaneHealth();
    private final CommandDispatcher dispatcher;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;
    private boolean confirmed = true;
    private LastWaitReason lastWait = LastWaitReason.none(System.nanoTime());
    private volatile List<Integer> partitions = List.of();
    private volatile Runnable onAssignment = () -> {};

    public Lane(
            LaneConfig config,
            CallLimiter limiter,
            CommandHandler handler,
            LaneEvents events,
            InstantSource clock,
            ClearanceSource clearance) {
        this(
                config,
                recovery -> KafkaClients.consumer(config.consumerProperties(recovery)),
                limiter,
                handler,
                events,
                clock,
                clearance);
    }

    /** @param consumers asked with the number of recoveries, and again when a consumer fails for good */
    Lane(
            LaneConfig config,
            IntFunction<Consumer<byte[], byte[]>> consumers,
            CallLimiter limiter,
            CommandHandler handler,
            LaneEvents events,
            InstantSource clock,
            ClearanceSource clearance) {
        this.config = config;
        this.consumers = consumers;
        this.clearance = clearance;
        this.limiter = limiter;
        this.events = events;
        this.dispatcher =
                new CommandDispatcher(config.gateway(), limiter, handler, events, health, config.pollRecords());
        this.clock = clock;
        this.thread = DaemonThreads.create("lane-" + config.gateway(), this::run);
    }

    public void start() {
        thread.start();
    }

    /** Other limits from now on, for commands that wait already, too. */
    public void limits(Limits limits) {
        limiter.limits(limits);
    }

    /** To be called before the start: what to do, soon, when other partitions are read than before. */
    public void onAssignment(Runnable action) {
        onAssignment = action;
    }

    /** Those that are read here: an attempt of theirs is held by this sender. */
    public List<Integer> partitions() {
        return partitions;
    }

    public HealthCheck check() {
        return new HealthCheck("lane " + config.gateway(), health::problem);
    }

    /** From the return of this on, no command is taken. Calls under way go on. */
    @Override
    public void close() {
        stopping.countDown();
        DaemonThreads.join(thread, STOP);
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    private void run() {
        while (!isStopping()) {
            OptionalInt cleared = clearance.recovery();
            if (cleared.isEmpty()) {
                health.waits();
                pause(FOR_AN_ALLOWANCE);
                continue;
            }
            int recovery = cleared.getAsInt();
            Consumer<byte[], byte[]> consumer = null;
            try {
                consumer = consumers.apply(recovery);
                Assignment assignment = assignment(consumer, recovery);
                consumer.subscribe(List.of(config.topic()), assignment);
                // After a halt the group is left: the recovery waits until no sender is in it.
                while (!isStopping() && clearance.recovery().equals(cleared)) {
                    turn(consumer, assignment);
                }
            } catch (RuntimeException e) {
                log.error("Lane of gateway {} failed; restarting it", config.gateway(), e);
                health.failed("failed and is being restarted: " + e.getMessage());
                pause(BEFORE_ANOTHER_TRY);
            } finally {
                backlog.clear();
                close(consumer);
                reads(List.of());
            }
        }
    }

    Assignment assignment(Consumer<byte[], byte[]> consumer, int recovery) {
        return new Assignment(config.group(recovery), consumer, backlog, health, clock, clearance);
    }

    /** How many commands were read and wait for their turn. */
    public int waiting() {
        return backlog.size();
    }

    /**
     * One turn: read, commit what can be acted on now, act. In this order. What needs no call, because it has grown too
     * old or may have been posted before, is dispatched first, whatever the others wait for: so its report is not late.
     */
    void turn(Consumer<byte[], byte[]> consumer, Assignment assignment) {
        read(consumer, assignment);
        health.turned(consumer);
        if (backlog.isEmpty()) {
            health.tookOrIdle();
        }
        if (!assignment.cleared()) {
            health.waits();
            pause(FOR_AN_ALLOWANCE);
            return;
        }
        List<Arrival> old = backlog.takeLeading(this::needsNoCall, dispatcher.room());
        List<Arrival> next = next(old.isEmpty() ? FOR_AN_ALLOWANCE : Duration.ZERO);
        List<Arrival> taken = new ArrayList<>(old);
        taken.addAll(next);
        if (!taken.isEmpty()) {
            Failpoint.SENDER_READ.reached();
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>(assignment.beginnings());
        offsets.putAll(Backlog.offsets(taken));
        if (offsets.isEmpty() || isStopping() || !commit(consumer, offsets)) {
            backlog.putBack(taken);
            return;
        }
        assignment.beginningsCommitted();
        if (!taken.isEmpty()) {
            Failpoint.SENDER_COMMITTED.reached();
        }
        old.forEach(arrival -> dispatcher.reportNotSent(arrival, lastWait));
        next.forEach(dispatcher::begin);
    }

    /** Takes as many as may begin now. */
    private List<Arrival> next(Duration timeout) {
        if (backlog.isEmpty()) {
            return List.of();
        }
        CallAllowance allowance = limiter.await(timeout, backlog.size());
        if (allowance instanceof CallAllowance.Calls calls) {
            return backlog.take(calls.count());
        }
        if (allowance instanceof CallAllowance.Probe) {
            return backlog.takeHarmless();
        }
        WaitReason reason = ((CallAllowance.Blocked) allowance).reason();
        lastWait = new LastWaitReason(reason, System.nanoTime());
        if (reason != WaitReason.CONCURRENCY) {
            // waiting for the rate or the breaker is progress
            health.tookOrIdle();
        }
        return List.of();
    }

    private boolean needsNoCall(Arrival arrival) {
        return arrival.instruction()
                .map(instruction -> !instruction.mayBeCarriedOut()
                        || !instruction.deadline().isAhead(clock.instant(), System.nanoTime()))
                .orElse(true);
    }

    private void read(Consumer<byte[], byte[]> consumer, Assignment assignment) {
        try {
            assignment.readOnlyWhereNoneWaits();
            // after a failed commit, time for the group to settle; while some wait, no waiting
            Duration wait = backlog.isEmpty() || !confirmed ? POLL : Duration.ZERO;
            consumer.poll(wait).forEach(record -> backlog.add(arrival(record, assignment)));
            reads(consumer.assignment().stream()
                    .map(TopicPartition::partition)
                    .sorted()
                    .toList());
        } catch (OffsetOutOfRangeException e) {
            assignment.refuse(e);
        }
    }

    private void reads(List<Integer> now) {
        if (!now.equals(partitions)) {
            partitions = now;
            onAssignment.run();
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
            log.warn("Commit on {} was not confirmed, so nothing is sent: {}", config.topic(), e.toString());
            events.commitFailed(config.gateway());
            confirmed = false;
        }
        return confirmed;
    }

    private Arrival arrival(ConsumerRecord<byte[], byte[]> record, Assignment assignment) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        StartPosition start = assignment.start(partition);
        OffsetAndMetadata next = start.commit(record.offset() + 1, record.leaderEpoch());
        try {
            Command command = Codecs.COMMAND.decode(record.value());
            if (!command.gateway().equals(config.gateway())) {
                return new Arrival(
                        partition, next, Optional.empty(), "it is for the gateway \"" + command.gateway() + "\"");
            }
            CommandDeadline deadline = CommandDeadline.atReceipt(
                    command.issuedAt(), command.notAfter(), clock.instant(), System.nanoTime());
            Arrival.History history =
                    start.isLost(record.offset()) ? Arrival.History.PERHAPS_POSTED : Arrival.History.NEW;
            return new Arrival(partition, next, Optional.of(new Arrival.Instruction(command, deadline, history)), null);
        } catch (RuntimeException e) {
            return new Arrival(partition, next, Optional.empty(), e.getMessage());
        }
    }

    private void pause(Duration time) {
        try {
            if (stopping.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                log.debug("Stopped while waiting to retry");
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
            log.warn("Consumer of gateway {} did not close cleanly: {}", config.gateway(), e.toString());
        }
    }
}
