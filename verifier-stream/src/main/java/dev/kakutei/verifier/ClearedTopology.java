package dev.kakutei.verifier;

import dev.kakutei.boot.clearance.ClearanceClient;
import dev.kakutei.boot.thread.DaemonThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the topology while this instance is cleared, and only then (SPEC H3). A halt closes it, and a recovery begins it
 * again with the state of that recovery. A partition whose state was just read is not processed before a clearance that
 * was asked for afterwards: the state may be older than what was sent.
 */
final class ClearedTopology implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClearedTopology.class);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    private final ClearanceClient clearance;
    private final IntFunction<KafkaStreams> topologies;
    private final Thread thread = DaemonThreads.create("verifier-clearance-watch", this::run);
    private final CountDownLatch closing = new CountDownLatch(1);
    /** Guards the fields below; a stream thread that was given a partition pauses what the watch resumes. */
    private final Object lock = new Object();

    private KafkaStreams streams;
    private int recovery;
    private long awaited;
    private String loss;

    /** @param topologies makes the topology with the state of a recovery, and starts nothing */
    ClearedTopology(ClearanceClient clearance, IntFunction<KafkaStreams> topologies) {
        this.clearance = clearance;
        this.topologies = topologies;
    }

    void start() {
        clearance.ask();
        thread.start();
    }

    /** The topology as it runs; empty while nothing may be decided. */
    Optional<KafkaStreams> running() {
        synchronized (lock) {
            return Optional.ofNullable(streams);
        }
    }

    /** The state of a partition was read: nothing is processed before it is known that it is the latest. */
    void stateRead() {
        synchronized (lock) {
            if (streams != null) {
                streams.pause();
                awaited = clearance.ask();
            }
        }
    }

    /** The state of a partition is older than what was decided there: nothing is processed before a recovery. */
    void stateLost(String reason) {
        int under;
        synchronized (lock) {
            if (streams == null) {
                return;
            }
            streams.pause();
            loss = reason;
            under = recovery;
        }
        clearance.report(under, reason);
    }

    /** Why nothing is processed although this instance may be cleared; empty where nothing is missing. */
    Optional<String> loss() {
        synchronized (lock) {
            return Optional.ofNullable(loss);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        DaemonThreads.join(thread, STOP_LIMIT.multipliedBy(2));
        stop();
    }

    private void run() {
        try {
            while (!closing.await(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    check();
                } catch (RuntimeException e) {
                    log.error("The topology could not be started or stopped; trying again", e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void check() {
        OptionalInt cleared = clearance.recovery();
        if (clearance.halted().isPresent()) {
            stop();
        } else if (cleared.isPresent()) {
            follow(cleared.getAsInt());
        }
    }

    private void follow(int cleared) {
        boolean other;
        synchronized (lock) {
            other = streams != null && recovery != cleared;
            if (streams != null && loss == null && awaited > 0 && clearance.covers(awaited, recovery)) {
                awaited = 0;
                streams.resume();
            }
        }
        if (other) {
            stop();
        }
        if (running().isEmpty() && closing.getCount() > 0) {
            begin(cleared);
        }
    }

    private void begin(int cleared) {
        KafkaStreams fresh = topologies.apply(cleared);
        synchronized (lock) {
            streams = fresh;
            recovery = cleared;
            awaited = 0;
            loss = null;
        }
        fresh.start();
    }

    /** Leaves the group: otherwise the next start would wait until the old member's session has timed out. */
    private void stop() {
        KafkaStreams stopping;
        synchronized (lock) {
            stopping = streams;
            streams = null;
        }
        CloseOptions leaving = CloseOptions.timeout(STOP_LIMIT)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
        if (stopping != null && !stopping.close(leaving)) {
            log.warn("the topology did not stop within {}", STOP_LIMIT);
        }
    }
}
