package dev.kakutei.sender.consume;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Command;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A record that was read and not yet taken.
 *
 * @param next the offset to commit before it is acted on
 * @param instruction what to do; empty where the record cannot be understood, and then {@code problem} says why
 */
record Arrival(TopicPartition partition, OffsetAndMetadata next, Optional<Instruction> instruction, String problem) {
    /** What is known of earlier posts of a command. */
    enum History {
        /** No sender can have acted on it. */
        NEW,
        /** A sender whose position was lost may have acted on it. */
        PERHAPS_POSTED
    }

    /** A command and how long it may be acted on. */
    record Instruction(Command command, CommandDeadline deadline, History history) {
        Instruction {
            requireNonNull(command, "command");
            requireNonNull(deadline, "deadline");
            requireNonNull(history, "history");
        }

        /** Asking again does no harm at a gateway. */
        boolean mayBeCarriedOut() {
            return history == History.NEW || !(command instanceof Command.Send);
        }
    }

    Arrival {
        requireNonNull(partition, "partition");
        requireNonNull(next, "next");
        requireNonNull(instruction, "instruction");
    }

    long offset() {
        return next.offset() - 1;
    }
}
