package dev.kakutei.chaos;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Locale;

/**
 * One fault: what, to whom, for how long.
 *
 * @param target a role, a gateway, a broker, a way, or {@code postgres}
 * @param length from the fault to its healing; zero where it heals by itself
 * @param jump by how much a clock jumps, forward or back; zero for all other faults
 * @param draw chooses what is lost where that depends on what is there; zero for all other faults
 */
record ChaosFault(Kind kind, String target, Duration length, Duration jump, long draw) {
    /** What can go wrong. */
    enum Kind {
        KILL(Family.PROCESS),
        STOP_IN_ORDER(Family.PROCESS),
        /** For half of, a little more than, or three times the time-out by which others give it up. */
        FREEZE(Family.PROCESS),
        /** All senders are killed, the consumer group of one gateway is deleted, and other senders start. */
        POSITION_LOST(Family.PROCESS),
        POSTGRES_CRASH(Family.POSTGRES),
        POSTGRES_BACKENDS_KILLED(Family.POSTGRES),
        POSTGRES_DISK_FULL(Family.POSTGRES),
        BROKER_KILL(Family.KAFKA),
        BROKER_FREEZE(Family.KAFKA),
        TWO_BROKERS_AWAY(Family.KAFKA),
        /** All brokers are killed and lose the same records, some services are killed with them; then a recovery. */
        TAIL_LOST(Family.KAFKA),
        RESET(Family.NETWORK),
        RESET_NEW(Family.NETWORK),
        /** What is sent is held, and arrives after its sender gave up. */
        BLACK_HOLE(Family.NETWORK),
        HOLD_ANSWERS(Family.NETWORK),
        HALF_CLOSE(Family.NETWORK),
        DELAY(Family.NETWORK),
        /** The time of day of a running process, and back again when it is over. */
        CLOCK_JUMP(Family.CLOCK);

        private final Family family;

        Kind(Family family) {
            this.family = family;
        }

        Family family() {
            return family;
        }

        /** A process is killed, stopped or frozen; a connection of the database's is not counted as one. */
        boolean hitsProcesses() {
            return switch (this) {
                case KILL,
                        STOP_IN_ORDER,
                        FREEZE,
                        POSITION_LOST,
                        POSTGRES_CRASH,
                        BROKER_KILL,
                        BROKER_FREEZE,
                        TWO_BROKERS_AWAY,
                        TAIL_LOST -> true;
                case POSTGRES_BACKENDS_KILLED,
                        POSTGRES_DISK_FULL,
                        RESET,
                        RESET_NEW,
                        BLACK_HOLE,
                        HOLD_ANSWERS,
                        HALF_CLOSE,
                        DELAY,
                        CLOCK_JUMP -> false;
            };
        }

        /** Whether another fault may come at the same time; a recovery needs both stores. */
        boolean mayOverlap() {
            return this != TAIL_LOST;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Two faults at once are of two families. */
    enum Family {
        PROCESS,
        POSTGRES,
        KAFKA,
        NETWORK,
        CLOCK
    }

    ChaosFault {
        requireNonNull(kind, "kind");
        requireNonNull(target, "target");
        requireNonNull(length, "length");
        requireNonNull(jump, "jump");
        if (jump.isZero() == (kind == Kind.CLOCK_JUMP)) {
            throw new IllegalArgumentException(kind + " with a jump of " + jump);
        }
        if (draw != 0 && kind != Kind.TAIL_LOST) {
            throw new IllegalArgumentException(kind + " with a draw");
        }
    }

    ChaosFault(Kind kind, String target, Duration length) {
        this(kind, target, length, Duration.ZERO, 0);
    }

    @Override
    public String toString() {
        return kind.word() + " " + target + (jump.isZero() ? "" : " by " + jump.toMillis() + " ms")
                + (length.isZero() ? "" : " for " + length.toMillis() + " ms");
    }
}
