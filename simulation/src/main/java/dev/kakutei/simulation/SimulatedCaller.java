package dev.kakutei.simulation;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Whoever submits a request, and the outbox that announces it: at least once, and perhaps long afterwards. */
final class SimulatedCaller {
    /** How long a caller waits at most for the first answer. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final World world;

    SimulatedCaller(World world) {
        this.world = world;
    }

    void submit(Life life) {
        Dice dice = world.dice();
        Instant at = world.ingestInstant();
        Instant expiresAt = world.faults().strikes(Fault.EXPIRY) ? at.plusMillis(dice.between(1, 40_000)) : null;
        boolean large = world.faults().strikes(Fault.LARGE_AMOUNT);
        Fact.Accepted accepted = new Fact.Accepted(
                RequestKind.PAYMENT,
                SimulatedApprover.SUBMITTER,
                "key",
                World.DIGEST,
                Terms.GATEWAY,
                large ? Terms.LARGE : Terms.SMALL,
                Terms.CURRENCY,
                at.plusMillis(dice.between(1, LONGEST_WAIT.toMillis())),
                world.meddling().expiry(expiresAt),
                null,
                NullNode.getInstance());
        RequestId id = new RequestId(new UUID(dice.next(), dice.next()));
        life.begin(
                new LedgerEvent(id, 1, at, "ingest", accepted),
                expiresAt,
                world.terms().gateway());
        life.submittedAt = world.now();
        life.large = large;
        announce(life);
        planVisits(life);
        if (world.faults().strikes(Fault.IDLE_TICK)) {
            world.observeLater(life, SimulatedShell.TIME_CAME, world.now() + dice.between(0, 60_000));
        }
    }

    private void announce(Life life) {
        Dice dice = world.dice();
        long now = world.now();
        long retention = world.retentionMillis();
        Observation arrived = new Observation.Arrived(life.accepted, null);
        world.observeLater(life, arrived, now + dice.between(0, 5_000));
        while (world.faults().strikes(Fault.ANNOUNCED_AGAIN)) {
            world.observeLater(life, arrived, now + dice.between(0, 120_000));
        }
        while (world.faults().strikes(Fault.ANNOUNCED_LATE)) {
            world.observeLater(life, arrived, now + dice.between(retention / 2, 4 * retention));
        }
    }

    /** When people will look at it. */
    private void planVisits(Life life) {
        Dice dice = world.dice();
        if (world.faults().strikes(Fault.PERSON_ACTS)) {
            for (int i = 1 + dice.below(8); i > 0; i--) {
                world.agenda().add(Happening.Kind.PERSON_LOOKED, visit(), life);
            }
        }
        if (life.large || world.faults().strikes(Fault.APPROVER_ACTS)) {
            for (int i = dice.below(8); i > 0; i--) {
                world.agenda().add(Happening.Kind.APPROVER_LOOKED, visit(), life);
            }
        }
    }

    /** Some come early: before the ledger has heard of the request, or while it is first sent. */
    private long visit() {
        return world.now() + world.dice().between(0, world.dice().oneIn(4) ? 5_000 : 150_000);
    }
}
