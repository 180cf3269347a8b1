package dev.kakutei.relay;

import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The relay's state with its reason, moved by compare-and-set: a stop wins over the supervisor. */
final class Lifecycle {
    private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

    /** @param reason one sentence for a person */
    record Snapshot(RelayState state, String reason) {}

    private final AtomicReference<Snapshot> now = new AtomicReference<>(new Snapshot(RelayState.NEW, "not started"));

    Snapshot now() {
        return now.get();
    }

    RelayState state() {
        return now.get().state();
    }

    /** False when it was stopped or refused in the meantime, which is for good. A move the table does not know is a bug. */
    boolean move(RelayState to, String reason) {
        Snapshot next = new Snapshot(to, reason);
        while (true) {
            Snapshot current = now.get();
            if (current.state() != to && !current.state().next().contains(to)) {
                if (ended(current.state())) {
                    return false;
                }
                throw new IllegalStateException("a relay that is " + current.state() + " cannot become " + to);
            }
            if (now.compareAndSet(current, next)) {
                if (!current.equals(next)) {
                    log.info("{}: {}", to, reason);
                }
                return true;
            }
        }
    }

    private static boolean ended(RelayState state) {
        return state == RelayState.STOPPED || state == RelayState.REFUSED;
    }
}
