package dev.kakutei.boot;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The phase of a process between its start and its end. It is ready only while it runs: a load balancer learns of the
 * end before the listener closes.
 */
final class ProcessPhase {
    private enum Phase {
        STARTING,
        RUNNING,
        STOPPING
    }

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);

    HealthCheck check() {
        return new HealthCheck("process", () -> switch (phase.get()) {
            case STARTING -> Optional.of("is starting");
            case RUNNING -> Optional.empty();
            case STOPPING -> Optional.of("is stopping");
        });
    }

    void running() {
        phase.compareAndSet(Phase.STARTING, Phase.RUNNING);
    }

    /** Returns after the delay; at once when the process was never ready and so has no callers. */
    void stopping(Duration delay) {
        if (phase.getAndSet(Phase.STOPPING) != Phase.RUNNING) {
            return;
        }
        try {
            TimeUnit.MILLISECONDS.sleep(delay.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
