package dev.kakutei.chaos;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What is to be done.
 *
 * @param seed chooses faults, their targets and lengths, and the gateway's moods. What processes do meanwhile depends on
 *     the machine: the same seed brings the same attack, not the same history
 * @param attack how long faults are brought in
 * @param perSecond new requests
 * @param folder for everything; must exist and be empty
 * @param skew how far the clock of every second instance may be wrong, forward or back
 */
public record ChaosPlan(long seed, Duration attack, int perSecond, Path folder, Duration skew) {
    public ChaosPlan {
        requireNonNull(attack, "attack");
        requireNonNull(folder, "folder");
        requireNonNull(skew, "skew");
        if (perSecond < 1 || perSecond > 1_000) {
            throw new IllegalArgumentException("1 to 1000 requests a second, not " + perSecond);
        }
    }
}
