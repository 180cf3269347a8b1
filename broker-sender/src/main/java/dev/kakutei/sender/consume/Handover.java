package dev.kakutei.sender.consume;

import dev.kakutei.boot.log.RequestLine;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.PositionLost;
import dev.kakutei.sender.limit.Evidence;
import dev.kakutei.sender.limit.Gate;
import dev.kakutei.sender.limit.Hold;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where arrivals go whose commit is confirmed, and no others: to their call, or to a report that there will be none. */
final class Handover {
    private static final Logger log = LoggerFactory.getLogger(Handover.class);
    private static final int REMEMBERED_ATTEMPTS = 10_000;

    private final String gateway;
    private final Gate gate;
    private final Work work;
    private final LaneEvents events;
    private final LaneHealth health;
    private final RecentAttempts recent = new RecentAttempts(REMEMBERED_ATTEMPTS);
    private final Semaphore room;

    /** @param room how many commands may be on their way to a report without having had a call */
    Handover(String gateway, Gate gate, Work work, LaneEvents events, LaneHealth health, int room) {
        this.gateway = gateway;
        this.gate = gate;
        this.work = work;
        this.events = events;
        this.health = health;
        this.room = new Semaphore(room);
    }

    /** How many arrivals can be handed over without a call. */
    int room() {
        return room.availablePermits();
    }

    void begin(Arrival arrival) {
        understood(arrival).ifPresent(order -> {
            Gate.Pass pass = gate.begin();
            whenOver(
                    order.command(),
                    () -> carryOut(order),
                    evidence -> pass.end(evidence instanceof Evidence said ? said : Evidence.NONE));
        });
    }

    private CompletionStage<?> carryOut(Arrival.Order order) {
        return order.mayBeCarriedOut()
                ? work.carryOut(order.command(), order.freshness())
                : leaveUnknown((Command.Send) order.command());
    }

    /**
     * For what needs no call.
     *
     * @param last what kept commands waiting last
     */
    void turnAway(Arrival arrival, LastHold last) {
        understood(arrival).ifPresent(order -> {
            Command command = order.command();
            if (!order.mayBeCarriedOut()) {
                // Before its age counts: "too old, so not sent" would be a claim about earlier senders, too.
                room.acquireUninterruptibly();
                whenOver(command, () -> leaveUnknown((Command.Send) command), any -> room.release());
                return;
            }
            Hold hold = last.blame(Duration.between(command.issuedAt(), command.notAfter()), System.nanoTime());
            room.acquireUninterruptibly();
            events.turnedAway(gateway, hold);
            whenOver(command, () -> work.turnAway(command, hold.answer(gate.comeBack(hold))), any -> room.release());
        });
    }

    private CompletionStage<?> leaveUnknown(Command.Send command) {
        events.positionLost(gateway);
        return work.leaveUnknown(command, PositionLost.outcome());
    }

    /** Empty for what is not a command, or was taken up before; that is told here. */
    private Optional<Arrival.Order> understood(Arrival arrival) {
        health.tookOrIdle();
        if (arrival.order().isEmpty()) {
            String where = arrival.partition() + " offset " + arrival.offset() + ": " + arrival.trouble();
            log.error("set aside a command that cannot be understood, {}", where);
            health.quarantined(where);
            events.quarantined(gateway);
            return Optional.empty();
        }
        Command command = arrival.order().get().command();
        if (recent.isRepeated(command)) {
            about(command)
                    .log("an attempt came again at {} offset {}; not sent", arrival.partition(), arrival.offset());
            events.repeated(gateway);
            return Optional.empty();
        }
        return arrival.order();
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
            about(command).cause(e).log("a command could not be acted on");
            over.accept(null);
        }
    }
}
