package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.RestoredState;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What is older than it was: Postgres, put back to a copy of it while Kafka has everything; or the state of the shell, where a
 * changelog alone has lost its end.
 */
final class SimulatedRestore {
    private static final int MAX_RESTORES = 3;
    /** Services compare the stores at least so often. */
    private static final long COMPARED_EVERY = 10_000;
    /** Of the ledger topic, so many events are looked at. */
    private static final int TAIL = 8;

    private final World world;
    private final Entry[] read;
    private int planned;

    SimulatedRestore(World world, int requests) {
        this.world = world;
        this.read = new Entry[requests];
    }

    void begin() {
        planned = 0;
        while (planned < MAX_RESTORES && world.faults().strikes(SimulatedFault.POSTGRES_PUT_BACK)) {
            plan(world.dice().between(0, world.dice().oneIn(4) ? 2 * world.retentionMillis() : 120_000));
        }
    }

    /** Postgres may be put back at any time; but what matters is that it is put back to before a recovery. */
    void perhapsAfterRecovery(long upAt) {
        if (planned < MAX_RESTORES && world.faults().strikes(SimulatedFault.POSTGRES_PUT_BACK)) {
            plan(upAt + world.dice().between(0, world.dice().oneIn(2) ? 5_000 : 120_000));
        }
    }

    private void plan(long at) {
        planned++;
        world.queue().add(ScheduledEvent.Kind.POSTGRES_PUT_BACK, at, (SimulatedRequest) null);
    }

    /** Not while everything is halted: then both stores would have lost the same. */
    void putBack() {
        if (world.recovery().isHalted()) {
            return;
        }
        long copiedAt = copiedAt();
        if (world.trace().isRecorded()) {
            world.trace().add("  as it was at " + copiedAt + " ms");
        }
        for (int i = 0; i < world.requestCount(); i++) {
            SimulatedRequest request = world.request(i);
            if (request.accepted != null && !request.refused) {
                putBack(request, copiedAt);
            }
        }
        if (world.recovery().republication().losesRecovery(copiedAt)) {
            world.queue()
                    .add(
                            ScheduledEvent.Kind.HALTED,
                            world.now() + world.dice().between(0, COMPARED_EVERY),
                            (SimulatedRequest) null);
        }
    }

    private void putBack(SimulatedRequest request, long copiedAt) {
        if (request.journal.facts.size() > 0) {
            world.monitor().knownStaysKnown(request, request.journal.facts.putBack(copiedAt, world.now()));
        } else if (request.submittedAt > copiedAt && world.dice().oneIn(2)) {
            // Not announced yet, so it was in Postgres alone, and nothing came of it: its caller comes again.
            world.queue().drop(scheduled -> scheduled.request == request);
            world.caller().submit(request);
        }
    }

    /** A moment ago, at any time, before the last loss, or before everything. */
    private long copiedAt() {
        Dice dice = world.dice();
        return switch (dice.below(4)) {
            case 0 -> world.now() - dice.between(0, 5_000);
            case 1 -> dice.between(0, world.now());
            case 2 -> world.recovery().lostAt() - dice.between(0, 5_000);
            default -> -1;
        };
    }

    /**
     * A shell that restarts has read its state. Where that is older than the end of the ledger topic, everything is halted.
     *
     * @return whether it may go on
     */
    boolean isCurrent(Instant removedUpTo) {
        boolean cut = world.faults().strikes(SimulatedFault.STATE_LOST);
        if (!cut && !world.dice().oneIn(4)) {
            return true;
        }
        boolean older = readState(cut ? keptUntil() : world.now());
        List<LedgerEvent> last = endOfTopic();
        Optional<String> loss = new RestoredState(0, this::entry, id -> entry(id) != null, removedUpTo).loss(last);
        if (world.trace().isRecorded()) {
            last.forEach(event -> world.trace()
                    .add("  topic: " + event.requestId() + " event " + event.seq() + " "
                            + event.fact().getClass().getSimpleName() + " at " + event.at() + ", the state has "
                            + (entry(event.requestId()) == null
                                    ? "none"
                                    : entry(event.requestId()).seq())));
            world.trace().add("  removed up to " + removedUpTo);
            loss.ifPresent(reason -> world.trace().add("  " + reason));
        }
        boolean noticed = loss.isPresent() && world.hooks().comparesState();
        world.monitor().stateIsCurrent(older, noticed);
        if (noticed) {
            world.recovery().halt();
        }
        return !noticed;
    }

    private long keptUntil() {
        return world.dice().oneIn(2)
                ? world.now() - world.dice().between(0, 5_000)
                : world.dice().between(0, world.now());
    }

    /** What of it was written up to then. A recovery begins with changelogs of its own. Returns whether something is missing. */
    private boolean readState(long until) {
        boolean older = false;
        for (int i = 0; i < world.requestCount(); i++) {
            SimulatedRequest request = world.request(i);
            read[i] = request.entry;
            if (request.entry != null && until < world.now()) {
                read[i] = until < world.recovery().recoveredAt() ? null : request.journal.facts.entryAt(until);
                older |= read[i] == null || read[i].seq() != request.entry.seq();
            }
        }
        return older;
    }

    private Entry entry(RequestId id) {
        for (int i = 0; i < world.requestCount(); i++) {
            SimulatedRequest request = world.request(i);
            if (request.accepted != null && request.accepted.requestId().equals(id)) {
                return read[i];
            }
        }
        return null;
    }

    private List<LedgerEvent> endOfTopic() {
        List<LedgerEvent> events = new ArrayList<>(TAIL);
        long place = Long.MAX_VALUE;
        while (events.size() < TAIL) {
            SimulatedRequest last = null;
            long before = -1;
            for (int i = 0; i < world.requestCount(); i++) {
                long its = world.request(i).journal.facts.placeBefore(place);
                last = its > before ? world.request(i) : last;
                before = Math.max(before, its);
            }
            if (last == null) {
                break;
            }
            events.add(last.journal.facts.eventAt(before));
            place = before;
        }
        Collections.reverse(events);
        return events;
    }
}
