package dev.kakutei.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether canaries arrive (SPEC F8): progress is what counts, not a living process. Time is that of a monotonic clock, so
 * that a jump of the wall clock raises no alarm.
 */
final class CanaryWatch {
    private static final long NEVER = Long.MIN_VALUE;

    private final Duration timeout;
    private final AtomicLong lastNanos = new AtomicLong(NEVER);

    CanaryWatch(Duration timeout) {
        this.timeout = timeout;
    }

    /** The capture has begun: from here on canaries are waited for. */
    void began(long nanos) {
        lastNanos.set(nanos);
    }

    /** There may be none at all: the client that holds the slot never wrote one. */
    void expected(long nanos) {
        lastNanos.compareAndSet(NEVER, nanos);
    }

    void arrived(long nanos) {
        lastNanos.set(nanos);
    }

    /** Since when none has arrived; zero as long as none is expected. */
    Duration silence(long nanos) {
        long last = lastNanos.get();
        return last == NEVER ? Duration.ZERO : Duration.ofNanos(nanos - last);
    }

    Optional<String> problem(long nanos) {
        Duration silent = silence(nanos);
        return silent.compareTo(timeout) > 0
                ? Optional.of("no canary has arrived in Kafka from PostgreSQL for " + silent.toSeconds() + " s")
                : Optional.empty();
    }
}
