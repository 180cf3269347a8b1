package dev.kakutei.sender.consume;

import dev.kakutei.boot.log.RequestLine;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.sender.limit.CallHealth;
import dev.kakutei.sender.limit.CallLimiter;
import dev.kakutei.sender.limit.WaitReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dispatches arrivals whose commit is confirmed, and no others: to a call, or to a report that there will be none. */
final class CommandDispatcher {
    private static final Logger log = LoggerFactory.getLogger(CommandDispatcher.class);
    private static final int REMEMBERED_ATTEMPTS = 10_000;

    private final String gateway;
    private final CallLimiter limiter;
    private final CommandHandler handler;
    private final LaneEvents events;
    private final LaneHealth health;
    private final RecentAttempts recent = new RecentAttempts(REMEMBERED_ATTEMPTS);
    private final Semaphore room;

    /** @param room how many commands may be on their way to a report without having had a call */
    CommandDispatcher(
            String gateway,
            CallLimiter limiter,
            CommandHandler handler,
            LaneEvents events,
            LaneHealth health,
            int room) {
        this.gateway = gateway;
        this.limiter = limiter;
        this.handler = handler;
        this.events = events;
        this.health = health;
        this.room = new Semaphore(room);
    }

    /** How many arrivals can be dispatched without a call. */
    int room() {
        return room.availablePermits();
    }

    void begin(Arrival arrival) {
        understood(arrival).ifPresent(instruction -> {
            CallLimiter.Permit permit = limiter.begin();
            whenOver(
                    instruction.command(),
                    () -> carryOut(instruction),
                    result -> permit.end(result instanceof CallHealth health ? health : CallHealth.NONE));
        });
    }

    private CompletionStage<?> carryOut(Arrival.Instruction instruction) {
        return instruction.mayBeCarriedOut()
                ? handler.carryOut(instruction.command(), instruction.deadline())
                : reportUnknown((Command.Send) instruction.command());
    }

    /**
     * For what needs no call.
     *
     * @param last what kept commands waiting last
     */
    void reportNotSent(Arrival arrival, LastWaitReason last) {
        understood(arrival).ifPresent(instruction -> {
            Command command = instruction.command();
            if (!instruction.mayBeCarriedOut()) {
                // Before its age counts: "too old, so not sent" would be a claim about earlier senders, too.
                room.acquireUninterruptibly();
                whenOver(command, () -> reportUnknown((Command.Send) command), any -> room.release());
                return;
            }
            WaitReason reason =
                    last.reasonFor(Duration.between(command.issuedAt(), command.notAfter()), System.nanoTime());
            room.acquireUninterruptibly();
            events.notSent(gateway, reason);
            whenOver(
                    command,
                    () -> handler.reportNotSent(command, reason.answer(limiter.retryAfter(reason))),
                    any -> room.release());
        });
    }

    private CompletionStage<?> reportUnknown(Command.Send command) {
        events.positionLost(gateway);
        return handler.reportUnknown(command, PositionLost.outcome());
    }

    /** Empty for what is not a command, or was taken up before; that is logged and counted here. */
    private Optional<Arrival.Instruction> understood(Arrival arrival) {
        health.tookOrIdle();
        if (arrival.instruction().isEmpty()) {
            String where = arrival.partition() + " offset " + arrival.offset() + ": " + arrival.problem();
            log.error("Set aside a command that cannot be decoded: {}", where);
            health.quarantined(where);
            events.quarantined(gateway);
            return Optional.empty();
        }
        Command command = arrival.instruction().get().command();
        if (recent.isRepeated(command)) {
            about(command)
                    .log(
                            "Attempt was delivered again at {} offset {}; not sent",
                            arrival.partition(),
                            arrival.offset());
            events.repeated(gateway);
            return Optional.empty();
        }
        return arrival.instruction();
    }

    private static RequestLine about(Command command) {
        RequestLine line = RequestLine.at(log.atError(), command.requestId())
                .idempotencyKey(command.idempotencyKey())
                .adapter(command.gateway())
                .trace(command.traceparent());
        return command instanceof Command.Send send ? line.attempts(send.attempt()) : line;
    }

    private static void whenOver(Command command, Supplier<CompletionStage<?>> begin, Consumer<Object> over) {
        try {
            begin.get().whenComplete((result, thrown) -> over.accept(result));
        } catch (RuntimeException e) {
            about(command).cause(e).log("Command could not be carried out");
            over.accept(null);
        }
    }
}
