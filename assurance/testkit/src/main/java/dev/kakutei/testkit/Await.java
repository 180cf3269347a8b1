package dev.kakutei.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Waits for a condition, never for a time. A {@link ChildJvm} that ends although no test asked it to fails every wait at
 * once: what was waited for will not come.
 */
public final class Await {
    /** Generous, because a busy machine must not fail a test: only a test that fails waits this long. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Await() {}

    /** {@link #until(String, Duration, Callable)} with {@link #LIMIT}. */
    public static void until(String what, Callable<Boolean> condition) {
        until(what, LIMIT, condition);
    }

    /** {@link #until(String, Duration, Callable, Predicate)} with {@link #LIMIT}. */
    public static <T> T until(String what, Callable<T> probe, Predicate<? super T> accepted) {
        return until(what, LIMIT, probe, accepted);
    }

    /** {@link #untilAsserted(String, Duration, Assertions)} with {@link #LIMIT}. */
    public static void untilAsserted(String what, Assertions assertions) {
        untilAsserted(what, LIMIT, assertions);
    }

    /** Asks until the answer is true. A probe that throws counts as "not yet"; its last exception is the cause. */
    public static void until(String what, Duration limit, Callable<Boolean> condition) {
        until(what, limit, condition, Boolean.TRUE::equals);
    }

    /** Asks until the value is accepted, and returns it; the failure shows the last value that was seen. */
    public static <T> T until(String what, Duration limit, Callable<T> probe, Predicate<? super T> accepted) {
        long deadline = System.nanoTime() + limit.toNanos();
        String seen;
        Throwable thrown;
        do {
            try {
                T value = probe.call();
                if (accepted.test(value)) {
                    return value;
                }
                seen = "last seen: " + value;
                thrown = null;
            } catch (Exception | AssertionError e) {
                seen = "last try failed: " + e;
                thrown = e;
            }
            ChildJvm.requireNoneCrashed(what);
            LockSupport.parkNanos(PAUSE_NANOS);
        } while (System.nanoTime() - deadline < 0 && !Thread.currentThread().isInterrupted());
        throw new AssertionError("waited " + limit.toMillis() + " ms in vain until " + what + "; " + seen, thrown);
    }

    /** Repeats assertions until they hold. */
    public static void untilAsserted(String what, Duration limit, Assertions assertions) {
        until(what, limit, () -> {
            assertions.run();
            return true;
        });
    }

    /** Assertions that may also fail with a checked exception. */
    @FunctionalInterface
    public interface Assertions {
        void run() throws Exception;
    }
}
