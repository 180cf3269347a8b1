package dev.kakutei.verifier.ledger;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * When each partition's timers were last looked at (SPEC F8). Each is asked for: a thread that hangs must not be hidden by
 * another that turns.
 */
final class TickWatch {
    private final Map<Object, Long> lastNanos = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    TickWatch() {
        this(System::nanoTime);
    }

    /** @param nanos the monotonic clock */
    TickWatch(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A partition is ours from now on, or was looked at. */
    void looked(Object partition) {
        lastNanos.put(partition, nanos.getAsLong());
    }

    void gone(Object partition) {
        lastNanos.remove(partition);
    }

    Duration longest() {
        long now = nanos.getAsLong();
        return Duration.ofNanos(lastNanos.values().stream()
                .mapToLong(last -> Math.max(0, now - last))
                .max()
                .orElse(0));
    }
}
