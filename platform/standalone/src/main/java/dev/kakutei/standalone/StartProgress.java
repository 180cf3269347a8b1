package dev.kakutei.standalone;

import java.time.Duration;
import java.util.function.Consumer;

/** Prints progress while things start: one line for each part, with the time it took. */
final class StartProgress {
    private final Consumer<String> out;

    StartProgress(Consumer<String> out) {
        this.out = out;
    }

    /** Something that takes a while and may fail. */
    interface Step<T> {
        T run() throws Exception;
    }

    <T> T step(String name, Step<T> step) {
        long began = System.nanoTime();
        try {
            T result = step.run();
            say("%-16s %5d ms"
                    .formatted(name, Duration.ofNanos(System.nanoTime() - began).toMillis()));
            return result;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new StartException(name + " did not start: " + e.getMessage(), e);
        }
    }

    void say(String line) {
        out.accept("  " + line);
    }
}
