package dev.kakutei.simulation;

import dev.kakutei.ledger.Status;

/** When Kafka will lose records: at any time, and most of all when that matters. */
final class SimulatedLossPlan {
    static final int MAX_LOSSES = 3;
    private static final long MAX_PROJECTION_LAG = 600_000;

    private final World world;
    private int planned;

    SimulatedLossPlan(World world) {
        this.world = world;
    }

    void begin() {
        planned = 0;
        while (planned < MAX_LOSSES && world.faults().strikes(SimulatedFault.RECORDS_LOST)) {
            long latest = world.dice().oneIn(4) ? 2 * world.retentionMillis() : 120_000;
            plan(world.dice().between(0, latest));
        }
    }

    /** Records may be lost at any time; but what matters is that they are lost while something is under way. */
    void perhapsMeanwhile(SimulatedRequest request) {
        boolean unseen = request.journal.facts.isProjectionHeld(world.now());
        if (planned < MAX_LOSSES && (unseen || world.faults().strikes(SimulatedFault.RECORDS_LOST))) {
            plan(world.now() + world.dice().between(0, world.dice().oneIn(4) ? 60_000 : 1_000));
        }
    }

    /** Once for each request, a submitter comes soon after a return: a resubmission is rare otherwise, a lost one still more so. */
    void perhapsAfterReturn(SimulatedRequest request) {
        if (isSeen(request, Status.PENDING_APPROVAL)
                && !request.hurried
                && world.faults().mayStrike(SimulatedFault.RECORDS_LOST)) {
            request.hurried = true;
            visitSoon(request);
        }
    }

    /**
     * What is resubmitted to another gateway matters most while Postgres does not know of it: it reads nothing for a while, and
     * people go on.
     */
    void perhapsAfterResubmission(SimulatedRequest request, String gateway) {
        if (isSeen(request, Status.RETURNED)
                && !gateway.equals(request.entry.gateway())
                && !request.journal.facts.isProjectionHeld(world.now())
                && world.faults().mayStrike(SimulatedFault.RECORDS_LOST)) {
            request.journal.facts.holdProjection(world.now() + MAX_PROJECTION_LAG);
            visitSoon(request);
            visitSoon(request);
            visitSoon(request);
        }
    }

    /**
     * What is sent again at the risk of a second effect matters most while Postgres does not know of it: it reads nothing for a
     * while, and records are lost soon.
     */
    void perhapsAfterAcceptance(SimulatedRequest request) {
        if (!request.journal.facts.isProjectionHeld(world.now())
                && world.faults().mayStrike(SimulatedFault.RECORDS_LOST)) {
            request.journal.facts.holdProjection(world.now() + MAX_PROJECTION_LAG);
            if (planned < MAX_LOSSES) {
                plan(world.now() + world.dice().between(0, 5_000));
            }
        }
    }

    private static boolean isSeen(SimulatedRequest request, Status status) {
        return request.entry != null && request.entry.status() == status;
    }

    private void visitSoon(SimulatedRequest request) {
        world.queue()
                .add(
                        ScheduledEvent.Kind.APPROVER_LOOKED,
                        world.now() + world.dice().between(0, 10_000),
                        request);
    }

    private void plan(long at) {
        planned++;
        world.queue().add(ScheduledEvent.Kind.RECORDS_LOST, at, (SimulatedRequest) null);
    }
}
