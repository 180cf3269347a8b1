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
    static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private final World world;

    SimulatedCaller(World world) {
        this.world = world;
    }

    void submit(SimulatedRequest request) {
        Dice dice = world.dice();
        Instant at = world.ingestInstant();
        Instant expiresAt =
                world.faults().strikes(SimulatedFault.EXPIRY) ? at.plusMillis(dice.between(1, 40_000)) : null;
        boolean large = world.faults().strikes(SimulatedFault.LARGE_AMOUNT);
        Fact.Accepted accepted = new Fact.Accepted(
                RequestKind.PAYMENT,
                SimulatedApprover.SUBMITTER,
                "key",
                World.DIGEST,
                GatewayContracts.GATEWAY,
                large ? GatewayContracts.LARGE : GatewayContracts.SMALL,
                GatewayContracts.CURRENCY,
                at.plusMillis(dice.between(1, MAX_WAIT.toMillis())),
                world.hooks().expiry(expiresAt),
                null,
                NullNode.getInstance(),
                null);
        RequestId id = new RequestId(new UUID(dice.next(), dice.next()));
        request.begin(
                new LedgerEvent(id, 1, at, "ingest", accepted),
                expiresAt,
                world.contracts().gateway());
        request.submittedAt = world.now();
        request.large = large;
        announce(request);
        planVisits(request);
        if (world.faults().strikes(SimulatedFault.IDLE_TICK)) {
            world.observeLater(request, SimulatedShell.TIME_CAME, world.now() + dice.between(0, 60_000));
        }
    }

    private void announce(SimulatedRequest request) {
        Dice dice = world.dice();
        long now = world.now();
        long retention = world.retentionMillis();
        Observation arrived = new Observation.Arrived(request.accepted, null);
        world.observeLater(request, arrived, now + dice.between(0, 5_000));
        while (world.faults().strikes(SimulatedFault.ANNOUNCED_AGAIN)) {
            world.observeLater(request, arrived, now + dice.between(0, 120_000));
        }
        while (world.faults().strikes(SimulatedFault.ANNOUNCED_LATE)) {
            world.observeLater(request, arrived, now + dice.between(retention / 2, 4 * retention));
        }
    }

    /** When people will look at it. */
    private void planVisits(SimulatedRequest request) {
        Dice dice = world.dice();
        if (world.faults().strikes(SimulatedFault.PERSON_ACTS)) {
            for (int i = 1 + dice.below(8); i > 0; i--) {
                world.queue().add(ScheduledEvent.Kind.PERSON_LOOKED, visit(), request);
            }
        }
        if (request.large || world.faults().strikes(SimulatedFault.APPROVER_ACTS)) {
            for (int i = dice.below(8); i > 0; i--) {
                world.queue().add(ScheduledEvent.Kind.APPROVER_LOOKED, visit(), request);
            }
        }
    }

    /** Some come early: before the ledger has heard of the request, or while it is first sent. */
    private long visit() {
        return world.now() + world.dice().between(0, world.dice().oneIn(4) ? 5_000 : 150_000);
    }
}
