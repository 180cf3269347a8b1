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

    SimulatedRestore(World world, int lives) {
        this.world = world;
        this.read = new Entry[lives];
    }

    void begin() {
        planned = 0;
        while (planned < MAX_RESTORES && world.faults().strikes(Fault.POSTGRES_PUT_BACK)) {
            plan(world.dice().between(0, world.dice().oneIn(4) ? 2 * world.retentionMillis() : 120_000));
        }
    }

    /** Postgres may be put back at any time; but what matters is that it is put back to before a recovery. */
    void perhapsAfterRecovery(long upAt) {
        if (planned < MAX_RESTORES && world.faults().strikes(Fault.POSTGRES_PUT_BACK)) {
            plan(upAt + world.dice().between(0, world.dice().oneIn(2) ? 5_000 : 120_000));
        }
    }

    private void plan(long at) {
        planned++;
        world.agenda().add(Happening.Kind.POSTGRES_PUT_BACK, at, (Life) null);
    }

    /** Not while everything is halted: then both stores would have lost the same. */
    void putBack() {
        if (world.recovery().isHalted()) {
            return;
        }
        long copiedAt = copiedAt();
        if (world.story().isTold()) {
            world.story().tell("  as it was at " + copiedAt + " ms");
        }
        for (int i = 0; i < world.lifeCount(); i++) {
            Life life = world.life(i);
            if (life.accepted != null && !life.refused) {
                putBack(life, copiedAt);
            }
        }
        if (world.recovery().republication().forgetsRecovery(copiedAt)) {
            world.agenda()
                    .add(Happening.Kind.HALTED, world.now() + world.dice().between(0, COMPARED_EVERY), (Life) null);
        }
    }

    private void putBack(Life life, long copiedAt) {
        if (life.journal.facts.size() > 0) {
            world.watch().knownStaysKnown(life, life.journal.facts.putBack(copiedAt, world.now()));
        } else if (life.submittedAt > copiedAt && world.dice().oneIn(2)) {
            // Not announced yet, so it was in Postgres alone, and nothing came of it: its caller comes again.
            world.agenda().drop(happening -> happening.life == life);
            world.caller().submit(life);
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
     * A shell that comes back has read its state. Where that is older than the end of the ledger topic, everything is halted.
     *
     * @return whether it may go on
     */
    boolean isCurrent(Instant forgottenUpTo) {
        boolean cut = world.faults().strikes(Fault.STATE_LOST);
        if (!cut && !world.dice().oneIn(4)) {
            return true;
        }
        boolean older = readState(cut ? keptUntil() : world.now());
        Optional<String> loss =
                new RestoredState(0, this::entry, id -> entry(id) != null, forgottenUpTo).loss(endOfTopic());
        if (world.story().isTold()) {
            loss.ifPresent(reason -> world.story().tell("  " + reason));
        }
        boolean noticed = loss.isPresent() && world.meddling().comparesState();
        world.watch().stateIsCurrent(older, noticed);
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
        for (int i = 0; i < world.lifeCount(); i++) {
            Life life = world.life(i);
            read[i] = life.entry;
            if (life.entry != null && until < world.now()) {
                read[i] = until < world.recovery().recoveredAt() ? null : life.journal.facts.entryAt(until);
                older |= read[i] == null || read[i].seq() != life.entry.seq();
            }
        }
        return older;
    }

    private Entry entry(RequestId id) {
        for (int i = 0; i < world.lifeCount(); i++) {
            Life life = world.life(i);
            if (life.accepted != null && life.accepted.requestId().equals(id)) {
                return read[i];
            }
        }
        return null;
    }

    private List<LedgerEvent> endOfTopic() {
        List<LedgerEvent> events = new ArrayList<>(TAIL);
        long place = Long.MAX_VALUE;
        while (events.size() < TAIL) {
            Life last = null;
            long before = -1;
            for (int i = 0; i < world.lifeCount(); i++) {
                long its = world.life(i).journal.facts.placeBefore(place);
                last = its > before ? world.life(i) : last;
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
