package dev.kakutei.sender.limit;

import dev.kakutei.schemas.gateway.Limits;
import java.time.Duration;

/**
 * A circuit breaker: stops calls to a gateway that does not answer. Closed, it lets every call through and remembers
 * the last {@code of}; when {@code failures} of them failed it opens, and no call passes for {@code openFor}. Then it is half open: probes
 * pass one by one, and the first that fails opens it again. When {@code probes} of them succeeded it is closed, and
 * its window is empty again.
 *
 * <p>Nanoseconds are those of {@link System#nanoTime}, so a clock that is set does not matter. Each change of state begins
 * a new term, and a call counts only in the term in which it began: the late failures of calls from before do not open
 * what a probe has just closed.
 */
final class Breaker {
    private Limits.Breaker limits;
    private CallWindow window;
    private BreakerState state = BreakerState.CLOSED;
    private long term;
    private long openedAt;
    private int probesUnderWay;
    private int probesPassed;

    Breaker(Limits.Breaker limits) {
        this.limits = limits;
        this.window = new CallWindow(limits.of());
    }

    /** The state at this time: a breaker that was open for long enough is half open, whether it was asked or not. */
    BreakerState state(long now) {
        if (state == BreakerState.OPEN && openedAt + limits.openFor().toNanos() - now <= 0) {
            enter(BreakerState.HALF_OPEN);
        }
        return state;
    }

    /** How many calls may begin now. */
    int available(long now) {
        return switch (state(now)) {
            case CLOSED -> Integer.MAX_VALUE;
            case HALF_OPEN -> probesUnderWay == 0 ? 1 : 0;
            case OPEN -> 0;
        };
    }

    /** How long until it lets a call through again; zero where that does not depend on time. */
    Duration opensIn(long now) {
        return state(now) == BreakerState.OPEN
                ? Duration.ofNanos(openedAt + limits.openFor().toNanos() - now)
                : Duration.ZERO;
    }

    /** A call begins; it must end. Returns the term in which it counts. */
    long begin(long now) {
        if (state(now) == BreakerState.HALF_OPEN) {
            probesUnderWay++;
        }
        return term;
    }

    void end(long began, CallHealth health, long now) {
        if (began != term) {
            return;
        }
        switch (state) {
            case CLOSED -> remember(health, now);
            case HALF_OPEN -> probed(health, now);
            case OPEN -> {
                // a call that was committed to just before it opened; its result does not count
            }
        }
    }

    /** Other limits from now on. What is open stays open, counted from when it opened. */
    void limits(Limits.Breaker other) {
        limits = other;
        window = window.resized(other.of());
    }

    private void remember(CallHealth health, long now) {
        if (health == CallHealth.NONE) {
            return;
        }
        window.add(health);
        if (health == CallHealth.UNHEALTHY && window.failures() >= limits.failures()) {
            open(now);
        }
    }

    private void probed(CallHealth health, long now) {
        probesUnderWay--;
        if (health == CallHealth.UNHEALTHY) {
            open(now);
        } else if (health == CallHealth.HEALTHY && ++probesPassed >= limits.probes()) {
            enter(BreakerState.CLOSED);
        }
    }

    private void open(long now) {
        openedAt = now;
        enter(BreakerState.OPEN);
    }

    private void enter(BreakerState next) {
        state = next;
        term++;
        probesUnderWay = 0;
        probesPassed = 0;
        window = new CallWindow(limits.of());
    }
}
