package dev.kakutei.boot.position;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * Where a sender begins to read a partition, and which of the commands there may have been posted by a sender before
 * it. Decided from what Kafka says of the partition once it is assigned. Pure.
 *
 * <p>A sender commits its position before it posts. So with a committed position everything from there on is new.
 * Without one there are two cases. Nothing was ever written to the partition: then nothing was ever posted, and reading
 * begins at the first command. Or something was: then the position was lost (the group was deleted, its offsets expired
 * or were lost with a broker), and each command that could be read when the partition was assigned may have been
 * posted.
 *
 * <p>What is written later than that is new. A sender that took a command had committed the position behind it; that
 * commit came before the loss, the loss before the assignment, and the assignment before the end was asked for. So the
 * command lies below that end. And who is no member any more can take none of what comes later: its commit fails.
 *
 * @param offset where reading begins; for {@link Kind#RESUME} where it goes on
 * @param lostBelow commands below this offset may have been posted before; 0 where none may have been
 */
public record StartPosition(Kind kind, long offset, long lostBelow) {
    /** What the position is. */
    public enum Kind {
        /** It is committed. */
        RESUME,
        /** Nothing was ever written to the partition. */
        FIRST,
        /** Something was written, and how far senders have taken it is not known. */
        LOST
    }

    /**
     * At least so many of the latest offsets are read again, however old they are, so that the loss is reported at all.
     */
    static final long MIN_REPORTED = 100;

    private static final Pattern LOST_BELOW = Pattern.compile("position_lost_below=(\\d{1,18})");

    public StartPosition {
        requireNonNull(kind, "kind");
        if (offset < 0 || lostBelow < 0) {
            throw new IllegalArgumentException("offsets are not negative: " + offset + ", " + lostBelow);
        }
        if (kind == Kind.FIRST && (offset != 0 || lostBelow != 0)) {
            throw new IllegalArgumentException("the first command of all has the offset 0");
        }
        if (kind == Kind.LOST && offset > lostBelow) {
            throw new IllegalArgumentException("reading begins at " + offset + ", behind " + lostBelow);
        }
    }

    /**
     * The partition has a committed position: perhaps one that an earlier owner committed on its way to the end of a
     * loss.
     */
    public static StartPosition committed(OffsetAndMetadata committed) {
        long lostBelow = lostBelow(committed.metadata()).orElse(0L);
        return new StartPosition(Kind.RESUME, committed.offset(), committed.offset() < lostBelow ? lostBelow : 0);
    }

    /**
     * The partition has none.
     *
     * @param beginning its first offset
     * @param recent the first offset of which an attempt may still be open; the verifier's timers have ended what lies
     *     before
     * @param end behind the last command that can be read. Of a partition with an open transaction that is where it
     *     began: no sender can have read on from there
     */
    public static StartPosition uncommitted(long beginning, long recent, long end) {
        if (beginning == 0 && end == 0) {
            return new StartPosition(Kind.FIRST, 0, 0);
        }
        long from = Math.max(beginning, Math.min(recent, end - MIN_REPORTED));
        return new StartPosition(Kind.LOST, Math.min(from, end), end);
    }

    /** Whether the command at this offset may have been posted before. */
    public boolean isLost(long commandOffset) {
        return commandOffset < lostBelow;
    }

    /** The position to commit at the beginning. */
    public OffsetAndMetadata commit() {
        return commit(offset, Optional.empty());
    }

    /**
     * The position to commit when all before {@code next} is taken. As long as that is inside of what a loss concerns,
     * the commit carries how far it reaches: the next owner of the partition finds a position, and must not take the
     * rest for new because of that.
     */
    public OffsetAndMetadata commit(long next, Optional<Integer> leaderEpoch) {
        return new OffsetAndMetadata(next, leaderEpoch, next < lostBelow ? "position_lost_below=" + lostBelow : "");
    }

    private static Optional<Long> lostBelow(String metadata) {
        Matcher matcher = LOST_BELOW.matcher(metadata == null ? "" : metadata);
        return matcher.matches() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
    }
}
