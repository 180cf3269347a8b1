package dev.kakutei.simulator;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, and fails when it has not come true in time. */
final class SimulatorAwait {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private SimulatorAwait() {}

    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + DEADLINE + ": " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
