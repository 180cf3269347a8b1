package dev.kakutei.chaos;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is to be done.
 *
 * @param seed chooses faults, their targets and lengths, and the gateway's moods. What processes do meanwhile depends on
 *     the machine: the same seed brings the same attack, not the same history
 * @param attack how long faults are brought in
 * @param processFaults how many of them must have hit processes: a slow machine is attacked longer for it, within bounds
 * @param perSecond new requests
 * @param folder for everything; must exist and be empty
 * @param disk whether Postgres has a small disk of its own, which is filled now and then
 * @param skew how far the clock of every second instance may be wrong, forward or back
 * @param only the words of the faults that are brought in; empty for all of them
 */
public record ChaosPlan(
        long seed,
        Duration attack,
        int processFaults,
        int perSecond,
        Path folder,
        Disk disk,
        Duration skew,
        Set<String> only) {
    /** What Postgres writes to. */
    public enum Disk {
        SHARED,
        /** Where that may be made; the report says whether. */
        CAPPED
    }

    public ChaosPlan {
        requireNonNull(disk, "disk");
        requireNonNull(attack, "attack");
        requireNonNull(folder, "folder");
        requireNonNull(skew, "skew");
        if (perSecond < 1 || perSecond > 1_000) {
            throw new IllegalArgumentException("1 to 1000 requests a second, not " + perSecond);
        }
        only = Set.copyOf(only);
        List<String> words =
                Stream.of(ChaosFault.Kind.values()).map(ChaosFault.Kind::word).toList();
        for (String word : only) {
            if (!words.contains(word)) {
                throw new IllegalArgumentException(
                        "no fault is called '" + word + "'. There are: " + String.join(", ", words));
            }
        }
    }

    /** With every fault there is. */
    public ChaosPlan(
            long seed, Duration attack, int processFaults, int perSecond, Path folder, Disk disk, Duration skew) {
        this(seed, attack, processFaults, perSecond, folder, disk, skew, Set.of());
    }

    /** Whether faults of this word are brought in. */
    boolean mayBring(String word) {
        return only.isEmpty() || only.contains(word);
    }
}
