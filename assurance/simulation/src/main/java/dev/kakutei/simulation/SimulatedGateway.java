package dev.kakutei.simulation;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.GatewayClass;

/**
 * The gateway: does what it likes within its contract. What reached it is decided and can be seen within its settling
 * time, unless it says "pending", or it has acknowledged the request and is asked by an id that it does not know; an
 * idempotent one recognises a key for as long as it declared, and not a moment longer.
 */
final class SimulatedGateway {
    private static final long MAX_PENDING = 120_000;
    /** How late a gateway may be that breaks its word. */
    private static final long MAX_UNTRUE_DELAY = 600_000;

    private static final Finding[] LIES = {Finding.SUCCEEDED, Finding.DECLINED, Finding.NOT_FOUND, Finding.PENDING};

    private final World world;

    SimulatedGateway(World world) {
        this.world = world;
    }

    void receive(SimulatedPost post) {
        SimulatedRequest request = post.request;
        if (post.gateway.type() == GatewayClass.IDEMPOTENT && post.key == 0 && isRemembered(request, post)) {
            if (world.now() <= request.keyExpiresAt || !world.faults().strikes(SimulatedFault.KEY_EXPIRED)) {
                replay(post, request.remembered);
                return;
            }
        }
        Faults faults = world.faults();
        if (faults.strikes(SimulatedFault.RATE_LIMITED)) {
            refuse(post, SimulatedAnswers.rateLimited(world.dice()));
        } else if (faults.strikes(SimulatedFault.QUOTA)) {
            refuse(post, SimulatedAnswers.quota(world.dice()));
        } else if (faults.strikes(SimulatedFault.BUSY)) {
            refuse(post, SimulatedAnswers.busy(world.dice()));
        } else if (faults.strikes(SimulatedFault.ERROR_BEFORE_WORK)) {
            refuse(post, SimulatedAnswers.error(world.dice()));
        } else if (faults.strikes(SimulatedFault.INVALID)) {
            refuse(post, SimulatedAnswers.INVALID);
        } else {
            work(post);
        }
    }

    /** What another gateway remembers is of no use here. */
    private static boolean isRemembered(SimulatedRequest request, SimulatedPost post) {
        return request.remembered != null && request.remembered.gateway == post.gateway;
    }

    /** Nothing was done; where the gateway breaks its word, something will be all the same. */
    private void refuse(SimulatedPost post, Outcome outcome) {
        post.place = SimulatedPost.Place.VOID;
        if (world.wordBroken() && world.dice().oneIn(2)) {
            post.place = SimulatedPost.Place.WORKING;
            decide(post, SimulatedPost.Place.APPLIED, world.now() + world.dice().between(0, MAX_UNTRUE_DELAY));
        }
        world.sender().answer(post, world.now(), outcome);
    }

    private void work(SimulatedPost post) {
        Faults faults = world.faults();
        post.place = SimulatedPost.Place.WORKING;
        if (post.key == 0) {
            post.request.remembered = post;
            post.request.keyExpiresAt = world.now() + world.keyMemoryMillis(post.gateway);
        }
        SimulatedPost.Place decision =
                faults.strikes(SimulatedFault.DECLINED) ? SimulatedPost.Place.DECLINED : SimulatedPost.Place.APPLIED;
        long decidedAt = world.now() + world.dice().between(0, 20);
        if (faults.strikes(SimulatedFault.DECIDED_LATER)) {
            decide(post, decision, world.now() + world.dice().between(0, MAX_PENDING));
            Outcome taken = faults.strikes(SimulatedFault.ACKNOWLEDGED)
                    ? SimulatedAnswers.ACKNOWLEDGED
                    : SimulatedAnswers.TAKEN;
            world.sender().answer(post, world.now(), taken);
        } else if (decision == SimulatedPost.Place.APPLIED && faults.strikes(SimulatedFault.ERROR_AFTER_WORK)) {
            long latest = world.dice().oneIn(2) ? world.now() : post.settledBy;
            decide(post, decision, world.dice().between(world.now(), latest));
            world.sender().answer(post, world.now(), SimulatedAnswers.error(world.dice()));
        } else {
            if (faults.strikes(SimulatedFault.SLOW_WORK)) {
                decidedAt = world.dice().between(world.now(), Math.max(world.now(), post.settledBy));
            }
            decide(post, decision, decidedAt);
            Outcome outcome =
                    decision == SimulatedPost.Place.APPLIED ? SimulatedAnswers.DELIVERED : SimulatedAnswers.DECLINED;
            world.sender().answer(post, decidedAt, outcome);
        }
    }

    private void decide(SimulatedPost post, SimulatedPost.Place decision, long at) {
        post.decision = decision;
        long seenBy = world.faults().strikes(SimulatedFault.SEEN_LATE) ? post.settledBy : world.now();
        post.knownFrom = world.dice().between(world.now(), seenBy);
        if (world.wordBroken() && world.dice().oneIn(2)) {
            post.knownFrom += world.dice().between(0, MAX_UNTRUE_DELAY);
        }
        world.queue().add(ScheduledEvent.Kind.DECIDED, at, post);
    }

    void decided(SimulatedPost post) {
        if (world.wordBroken()
                && post.decision == SimulatedPost.Place.DECLINED
                && world.dice().oneIn(2)) {
            post.decision = SimulatedPost.Place.APPLIED;
        }
        post.place = post.decision;
        if (post.place == SimulatedPost.Place.APPLIED) {
            post.request.effects++;
            world.monitor().tookEffect(post.request);
            if (world.wordBroken()) {
                world.sender().answer(post, world.now(), SimulatedAnswers.DELIVERED);
            }
        }
    }

    private void replay(SimulatedPost post, SimulatedPost first) {
        post.place = SimulatedPost.Place.VOID;
        Outcome outcome;
        if (first.place == SimulatedPost.Place.WORKING) {
            outcome = SimulatedAnswers.IN_PROGRESS;
        } else if (world.faults().strikes(SimulatedFault.ERROR_REPLAYED)) {
            outcome = SimulatedAnswers.error(world.dice());
        } else if (world.faults().strikes(SimulatedFault.RATE_LIMITED)) {
            outcome = SimulatedAnswers.rateLimited(world.dice());
        } else if (world.faults().strikes(SimulatedFault.QUOTA)) {
            outcome = SimulatedAnswers.quota(world.dice());
        } else {
            outcome =
                    first.place == SimulatedPost.Place.APPLIED ? SimulatedAnswers.DELIVERED : SimulatedAnswers.DECLINED;
        }
        world.sender().answer(post, world.now(), outcome);
    }

    /** What it says when it is asked now. */
    Finding status(SimulatedRequest request, GatewayTruth asked) {
        if (world.wordBroken() && world.dice().oneIn(2)) {
            return LIES[world.dice().below(LIES.length)];
        }
        if (request.askedByWrongId) {
            return Finding.NOT_FOUND;
        }
        Finding found = Finding.NOT_FOUND;
        // Attempts that it did not take for one request have a record each, and it may speak of the latest alone.
        boolean latest = request.secondEffectsAccepted > 0 && world.dice().oneIn(2);
        for (int i = latest ? latestKnown(request, asked) : 0; i < request.postCount(); i++) {
            SimulatedPost post = request.post(i);
            if (post.gateway != asked || post.knownFrom > world.now()) {
                continue;
            }
            if (post.place == SimulatedPost.Place.APPLIED) {
                return Finding.SUCCEEDED;
            }
            if (post.place == SimulatedPost.Place.WORKING) {
                found = Finding.PENDING;
            } else if (post.place == SimulatedPost.Place.DECLINED && found == Finding.NOT_FOUND) {
                found = Finding.DECLINED;
            }
        }
        return found;
    }

    private int latestKnown(SimulatedRequest request, GatewayTruth asked) {
        int latest = 0;
        for (int i = 0; i < request.postCount(); i++) {
            SimulatedPost post = request.post(i);
            latest = post.gateway != asked || post.knownFrom > world.now() ? latest : i;
        }
        return latest;
    }
}
