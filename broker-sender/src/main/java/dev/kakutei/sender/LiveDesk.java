package dev.kakutei.sender;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.gateway.GatewayDesk;
import dev.kakutei.sender.gateway.LastCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The desk of one gateway, and its successors: when the description changes, another desk takes the place. A call ends at
 * the desk where it began, so that it is judged as it was sent; a desk is let go when its last call has ended.
 */
final class LiveDesk implements AutoCloseable {
    /** Desks that wait for their last calls. Each has threads and connections, and a file may change often. */
    static final int MAX_RETIRED = 3;

    private final Function<Gateway, GatewayDesk> maker;
    /** Those that still have calls; the last one is the current. */
    private final List<Seat> seats = new ArrayList<>();

    private boolean closed;

    LiveDesk(Gateway gateway, Function<Gateway, GatewayDesk> maker) {
        this.maker = maker;
        seats.add(new Seat(gateway, maker.apply(gateway)));
    }

    /** A desk and how many calls are at it. */
    private static final class Seat {
        private final Gateway gateway;
        private final GatewayDesk desk;
        private int calls;

        Seat(Gateway gateway, GatewayDesk desk) {
            this.gateway = gateway;
            this.desk = desk;
        }
    }

    void start() {
        current().desk.start();
    }

    Gateway gateway() {
        return current().gateway;
    }

    /** Never throws, and the future always completes normally. */
    CompletableFuture<Report> carryOut(Command command, LastCheck check) {
        Seat seat = enter();
        return seat.desk.carryOut(command, check).whenComplete((report, failure) -> leave(seat));
    }

    Report notCarriedOut(Command command, Answer why) {
        return current().desk.notCarriedOut(command, why);
    }

    Report leftUnknown(Command.Send command, Outcome.Unknown why) {
        return current().desk.leftUnknown(command, why);
    }

    /** Why the desk cannot be replaced now; empty where it can. */
    synchronized Optional<String> objection() {
        return seats.size() <= MAX_RETIRED
                ? Optional.empty()
                : Optional.of("gateways." + current().gateway.name() + ": calls are still under way as " + MAX_RETIRED
                        + " earlier versions of the file described them");
    }

    /** A desk for this description, ready to work. Throws where that cannot be. */
    GatewayDesk prepared(Gateway next) {
        GatewayDesk desk = maker.apply(next);
        try {
            desk.start();
            return desk;
        } catch (RuntimeException e) {
            desk.close();
            throw e;
        }
    }

    /** From now on calls are made at this desk. */
    void replace(Gateway next, GatewayDesk desk) {
        List<GatewayDesk> idle;
        synchronized (this) {
            if (closed) {
                idle = List.of(desk);
            } else {
                seats.add(new Seat(next, desk));
                idle = takeIdle();
            }
        }
        idle.forEach(LiveDesk::closeLater);
    }

    @Override
    public void close() {
        List<Seat> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(seats);
        }
        all.forEach(seat -> seat.desk.close());
    }

    /** The current one and those that wait for their last calls. */
    synchronized int desks() {
        return seats.size();
    }

    private synchronized Seat current() {
        return seats.get(seats.size() - 1);
    }

    private synchronized Seat enter() {
        Seat seat = current();
        seat.calls++;
        return seat;
    }

    private void leave(Seat seat) {
        List<GatewayDesk> idle;
        synchronized (this) {
            seat.calls--;
            idle = closed ? List.of() : takeIdle();
        }
        idle.forEach(LiveDesk::closeLater);
    }

    /** Takes out every desk that is neither current nor in use. */
    private List<GatewayDesk> takeIdle() {
        List<GatewayDesk> idle = new ArrayList<>();
        Seat current = current();
        seats.removeIf(seat -> {
            boolean over = seat != current && seat.calls == 0;
            if (over) {
                idle.add(seat.desk);
            }
            return over;
        });
        return idle;
    }

    /** Not on this thread: it may be one of the desk's own, which closing waits for. */
    private static void closeLater(GatewayDesk desk) {
        Thread thread = new Thread(desk::close, "desk-retires");
        thread.setDaemon(true);
        thread.start();
    }
}
