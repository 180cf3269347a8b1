package dev.kakutei.ingest.project;

import java.time.Duration;
import java.util.Optional;

/** When the projection last got somewhere: wrote what there was, or saw that there was nothing to write (SPEC F8). */
final class Progress {
    private final Duration patience;
    private long since = System.nanoTime();
    private long lag;
    private String failure = "";

    Progress(Duration patience) {
        this.patience = patience;
    }

    synchronized void made(long lagNow) {
        since = System.nanoTime();
        lag = lagNow;
        failure = "";
    }

    synchronized void behind(long lagNow) {
        lag = lagNow;
    }

    synchronized void failed(String reason) {
        failure = reason;
    }

    synchronized long lag() {
        return lag;
    }

    synchronized Optional<String> trouble() {
        Duration still = Duration.ofNanos(System.nanoTime() - since);
        if (still.compareTo(patience) <= 0) {
            return Optional.empty();
        }
        return Optional.of("no progress for " + still.toSeconds() + " s, " + lag + " records behind"
                + (failure.isEmpty() ? "" : "; the latest failure: " + failure));
    }
}
