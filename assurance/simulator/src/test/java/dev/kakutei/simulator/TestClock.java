package dev.kakutei.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that moves only when the test moves it. */
final class TestClock implements InstantSource {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T09:00:00Z"));

    @Override
    public Instant instant() {
        return now.get();
    }

    void advance(Duration by) {
        now.updateAndGet(t -> t.plus(by));
    }
}
