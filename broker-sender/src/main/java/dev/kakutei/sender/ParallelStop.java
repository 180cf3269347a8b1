package dev.kakutei.sender;

import dev.kakutei.boot.thread.DaemonThreads;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops parts side by side, each on a thread of its own: one that takes long, or fails, does not delay the others. */
final class ParallelStop {
    private static final Logger log = LoggerFactory.getLogger(ParallelStop.class);

    private ParallelStop() {}

    /** Returns when all of them have stopped or failed. */
    static <T> void each(Collection<T> parts, Consumer<T> stop) {
        CompletableFuture.allOf(parts.stream().map(part -> stopped(part, stop)).toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private static <T> CompletableFuture<Void> stopped(T part, Consumer<T> stop) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        DaemonThreads.start("sender-stop", () -> {
            try {
                stop.accept(part);
            } catch (RuntimeException e) {
                log.warn("A part of the sender did not stop cleanly", e);
            } finally {
                done.complete(null);
            }
        });
        return done;
    }
}
