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
    private static final long MOST_PENDING = 120_000;
    /** How late a gateway may be that breaks its word. */
    private static final long MOST_UNTRUE = 600_000;

    private static final Finding[] LIES = {Finding.SUCCEEDED, Finding.DECLINED, Finding.NOT_FOUND, Finding.PENDING};

    private final World world;

    SimulatedGateway(World world) {
        this.world = world;
    }

    void receive(Post post) {
        Life life = post.life;
        if (post.gateway.type() == GatewayClass.IDEMPOTENT && post.key == 0 && isRemembered(life, post)) {
            if (world.now() <= life.keyForgottenAt || !world.faults().strikes(Fault.KEY_FORGOTTEN)) {
                replay(post, life.remembered);
                return;
            }
        }
        Faults faults = world.faults();
        if (faults.strikes(Fault.RATE_LIMITED)) {
            refuse(post, Answers.rateLimited(world.dice()));
        } else if (faults.strikes(Fault.QUOTA)) {
            refuse(post, Answers.quota(world.dice()));
        } else if (faults.strikes(Fault.BUSY)) {
            refuse(post, Answers.busy(world.dice()));
        } else if (faults.strikes(Fault.ERROR_BEFORE_WORK)) {
            refuse(post, Answers.error(world.dice()));
        } else if (faults.strikes(Fault.INVALID)) {
            refuse(post, Answers.INVALID);
        } else {
            work(post);
        }
    }

    /** What another gateway remembers is of no use here. */
    private static boolean isRemembered(Life life, Post post) {
        return life.remembered != null && life.remembered.gateway == post.gateway;
    }

    /** Nothing was done; where the gateway breaks its word, something will be all the same. */
    private void refuse(Post post, Outcome outcome) {
        post.place = Post.Place.VOID;
        if (world.wordBroken() && world.dice().oneIn(2)) {
            post.place = Post.Place.WORKING;
            decide(post, Post.Place.APPLIED, world.now() + world.dice().between(0, MOST_UNTRUE));
        }
        world.sender().answer(post, world.now(), outcome);
    }

    private void work(Post post) {
        Faults faults = world.faults();
        post.place = Post.Place.WORKING;
        if (post.key == 0) {
            post.life.remembered = post;
            post.life.keyForgottenAt = world.now() + world.keyMemoryMillis(post.gateway);
        }
        Post.Place decision = faults.strikes(Fault.DECLINED) ? Post.Place.DECLINED : Post.Place.APPLIED;
        long decidedAt = world.now() + world.dice().between(0, 20);
        if (faults.strikes(Fault.DECIDED_LATER)) {
            decide(post, decision, world.now() + world.dice().between(0, MOST_PENDING));
            Outcome taken = faults.strikes(Fault.ACKNOWLEDGED) ? Answers.ACKNOWLEDGED : Answers.TAKEN;
            world.sender().answer(post, world.now(), taken);
        } else if (decision == Post.Place.APPLIED && faults.strikes(Fault.ERROR_AFTER_WORK)) {
            long latest = world.dice().oneIn(2) ? world.now() : post.settledBy;
            decide(post, decision, world.dice().between(world.now(), latest));
            world.sender().answer(post, world.now(), Answers.error(world.dice()));
        } else {
            if (faults.strikes(Fault.SLOW_WORK)) {
                decidedAt = world.dice().between(world.now(), Math.max(world.now(), post.settledBy));
            }
            decide(post, decision, decidedAt);
            Outcome outcome = decision == Post.Place.APPLIED ? Answers.DELIVERED : Answers.DECLINED;
            world.sender().answer(post, decidedAt, outcome);
        }
    }

    private void decide(Post post, Post.Place decision, long at) {
        post.decision = decision;
        long seenBy = world.faults().strikes(Fault.SEEN_LATE) ? post.settledBy : world.now();
        post.knownFrom = world.dice().between(world.now(), seenBy);
        if (world.wordBroken() && world.dice().oneIn(2)) {
            post.knownFrom += world.dice().between(0, MOST_UNTRUE);
        }
        world.agenda().add(Happening.Kind.DECIDED, at, post);
    }

    void decided(Post post) {
        if (world.wordBroken()
                && post.decision == Post.Place.DECLINED
                && world.dice().oneIn(2)) {
            post.decision = Post.Place.APPLIED;
        }
        post.place = post.decision;
        if (post.place == Post.Place.APPLIED) {
            post.life.effects++;
            world.watch().tookEffect(post.life);
            if (world.wordBroken()) {
                world.sender().answer(post, world.now(), Answers.DELIVERED);
            }
        }
    }

    private void replay(Post post, Post first) {
        post.place = Post.Place.VOID;
        Outcome outcome;
        if (first.place == Post.Place.WORKING) {
            outcome = Answers.IN_PROGRESS;
        } else if (world.faults().strikes(Fault.ERROR_REPLAYED)) {
            outcome = Answers.error(world.dice());
        } else if (world.faults().strikes(Fault.RATE_LIMITED)) {
            outcome = Answers.rateLimited(world.dice());
        } else if (world.faults().strikes(Fault.QUOTA)) {
            outcome = Answers.quota(world.dice());
        } else {
            outcome = first.place == Post.Place.APPLIED ? Answers.DELIVERED : Answers.DECLINED;
        }
        world.sender().answer(post, world.now(), outcome);
    }

    /** What it says when it is asked now. */
    Finding status(Life life, GatewayTruth asked) {
        if (world.wordBroken() && world.dice().oneIn(2)) {
            return LIES[world.dice().below(LIES.length)];
        }
        if (life.askedByWrongId) {
            return Finding.NOT_FOUND;
        }
        Finding found = Finding.NOT_FOUND;
        // Attempts that it did not take for one request have a record each, and it may speak of the latest alone.
        boolean latest = !life.acceptedAttempts.isEmpty() && world.dice().oneIn(2);
        for (int i = latest ? latestKnown(life, asked) : 0; i < life.postCount(); i++) {
            Post post = life.post(i);
            if (post.gateway != asked || post.knownFrom > world.now()) {
                continue;
            }
            if (post.place == Post.Place.APPLIED) {
                return Finding.SUCCEEDED;
            }
            if (post.place == Post.Place.WORKING) {
                found = Finding.PENDING;
            } else if (post.place == Post.Place.DECLINED && found == Finding.NOT_FOUND) {
                found = Finding.DECLINED;
            }
        }
        return found;
    }

    private int latestKnown(Life life, GatewayTruth asked) {
        int latest = 0;
        for (int i = 0; i < life.postCount(); i++) {
            Post post = life.post(i);
            latest = post.gateway != asked || post.knownFrom > world.now() ? latest : i;
        }
        return latest;
    }
}
