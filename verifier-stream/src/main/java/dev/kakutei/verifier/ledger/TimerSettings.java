package dev.kakutei.verifier.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Retention;
import java.time.Duration;

/**
 * When timers and removals are looked at.
 *
 * @param interval between two checks
 * @param limit so many due timers are handled by one check of a partition
 * @param retention how long settled requests are kept
 */
public record TimerSettings(Duration interval, int limit, Retention retention) {
    public TimerSettings {
        requireNonNull(interval, "interval");
        requireNonNull(retention, "retention");
    }
}
