package dev.kakutei.sender.consume;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;

/**
 * How long a command may still be acted on. Pure; nanoseconds are those of {@link System#nanoTime}.
 *
 * <p>The wall clock alone cannot be trusted: it may be set back while the command waits, or be behind that of the
 * verifier. So the time that remains is fixed at receipt, never more than the command's whole window, and used up by a
 * clock that only runs forward. The wall clock may only shorten it.
 *
 * @param receivedNanos the monotonic clock at receipt
 * @param remaining how much of the window was left at receipt; negative where it was over
 */
public record CommandDeadline(Instant notAfter, long receivedNanos, Duration remaining) {
    public CommandDeadline {
        requireNonNull(notAfter, "not_after");
        requireNonNull(remaining, "remaining");
    }

    public static CommandDeadline atReceipt(Instant issuedAt, Instant notAfter, Instant wall, long nanos) {
        Duration byClock = Duration.between(wall, notAfter);
        Duration window = Duration.between(issuedAt, notAfter);
        return new CommandDeadline(notAfter, nanos, byClock.compareTo(window) < 0 ? byClock : window);
    }

    public boolean isAhead(Instant wall, long nanos) {
        Duration age = Duration.ofNanos(nanos - receivedNanos);
        return !wall.isAfter(notAfter) && !remaining.isNegative() && age.compareTo(remaining) <= 0;
    }
}
