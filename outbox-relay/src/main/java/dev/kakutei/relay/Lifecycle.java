package dev.kakutei.relay;

import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The relay's state with its reason, moved by compare-and-set: whoever stops it wins over whoever runs it. */
final class Lifecycle {
    private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

    /** @param reason one sentence for a person */
    record Moment(RelayState state, String reason) {}

    private final AtomicReference<Moment> now = new AtomicReference<>(new Moment(RelayState.NEW, "not started"));

    Moment now() {
        return now.get();
    }

    RelayState state() {
        return now.get().state();
    }

    /** False when it was stopped or refused in the meantime, which is for good. A move the table does not know is a bug. */
    boolean move(RelayState to, String reason) {
        Moment next = new Moment(to, reason);
        while (true) {
            Moment current = now.get();
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
