package dev.kakutei.store.consume;

import java.time.Duration;
import java.util.Optional;

/** When a reader last made progress: processed what there was, or found that there was nothing (SPEC F8). */
public final class ReaderProgress {
    private final Duration timeout;
    private long since = System.nanoTime();
    private long lag;
    private String failure = "";

    public ReaderProgress(Duration timeout) {
        this.timeout = timeout;
    }

    public synchronized void made(long lagNow) {
        since = System.nanoTime();
        lag = lagNow;
        failure = "";
    }

    public synchronized void behind(long lagNow) {
        lag = lagNow;
    }

    public synchronized void failed(String reason) {
        failure = reason;
    }

    public synchronized long lag() {
        return lag;
    }

    public synchronized Optional<String> problem() {
        Duration still = Duration.ofNanos(System.nanoTime() - since);
        if (still.compareTo(timeout) <= 0) {
            return Optional.empty();
        }
        return Optional.of("no progress for " + still.toSeconds() + " s, " + lag + " records behind"
                + (failure.isEmpty() ? "" : "; the latest failure: " + failure));
    }
}
