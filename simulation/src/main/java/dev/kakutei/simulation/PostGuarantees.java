package dev.kakutei.simulation;

import dev.kakutei.ledger.Effect;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.gateway.GatewayClass;

/** What must hold of every post, and of what it does. */
final class PostGuarantees {
    private final World world;

    PostGuarantees(World world) {
        this.world = world;
    }

    /** Not a check, but what posts are checked against: which attempt a person had made at the risk of a second effect. */
    void remembersAcceptance(Life life, LedgerEvent event) {
        if (event.fact() instanceof Fact.OperatorActed acted
                && acted.secondEffectAccepted() == SecondEffect.ACCEPTED
                && acted.actionId().equals(SimulatedPerson.ACCEPTING)) {
            life.acceptedAttempts.set(life.folded.attempts() + 1);
            life.suspected = true;
        }
    }

    /** Counted once, though the fact may be lost. */
    void countsAcceptance(Life life, LedgerEvent event) {
        if (event.fact() instanceof Fact.OperatorActed acted
                && acted.secondEffectAccepted() == SecondEffect.ACCEPTED
                && acted.actionId().equals(SimulatedPerson.ACCEPTING)) {
            life.secondEffectsAccepted++;
        }
    }

    /** Each that a person accepted may bring one more. */
    void atMostOneEffect(Life life) {
        if (life.effects > 1 + life.secondEffectsAccepted && !world.wordBroken()) {
            throw new Broken(
                    Guarantee.AT_MOST_ONE_EFFECT,
                    life.name() + " took effect " + life.effects + " times at a gateway that is "
                            + life.gateway.type());
        }
    }

    /**
     * Where nobody can be asked, the sender itself must have seen that every earlier post came to nothing. Where the
     * gateway answers questions, it must be so in truth.
     */
    void noPostInDoubt(Post post) {
        GatewayClass type = post.gateway.type();
        if (post.accepted) {
            return;
        }
        for (int i = 0; i < post.life.postCount(); i++) {
            Post earlier = post.life.post(i);
            if (earlier == post) {
                return;
            }
            if (type == GatewayClass.IDEMPOTENT && earlier.gateway == post.gateway) {
                continue;
            }
            boolean clear = type == GatewayClass.NEITHER
                    ? earlier.provenVoid
                    : world.wordBroken() || earlier.place == Post.Place.VOID || isTooOldToBeWritten(earlier);
            if (!clear) {
                throw new Broken(
                        Guarantee.NO_POST_IN_DOUBT,
                        post.life.name() + ": attempt " + post.attempt + " is posted while attempt " + earlier.attempt
                                + " is " + earlier.place + " at a gateway that is " + type);
            }
        }
    }

    /** Whether nothing that was posted for it had an effect, or will have one. */
    boolean hadNoEffect(Life life) {
        for (int i = 0; i < life.postCount(); i++) {
            Post post = life.post(i);
            if (post.place != Post.Place.VOID && post.place != Post.Place.DECLINED && !isTooOldToBeWritten(post)) {
                return false;
            }
        }
        return true;
    }

    private boolean isTooOldToBeWritten(Post post) {
        return post.place == Post.Place.COMMANDED && lateMillis(post) > 0;
    }

    void attemptPostedOnce(Post post) {
        for (int i = 0; i < post.life.postCount(); i++) {
            Post other = post.life.post(i);
            if (other != post
                    && other.attempt == post.attempt
                    && other.recovery == post.recovery
                    && other.place != Post.Place.COMMANDED) {
                throw new Broken(
                        Guarantee.ATTEMPT_POSTED_ONCE,
                        post.life.name() + ": attempt " + post.attempt + " is posted a second time");
            }
        }
    }

    void noPostAfterWindow(Post post) {
        long late = lateMillis(post);
        if (late > 0) {
            throw new Broken(
                    Guarantee.NO_POST_AFTER_WINDOW,
                    post.life.name() + ": attempt " + post.attempt + " is posted " + late + " ms too late");
        }
    }

    /** Beyond what a sender whose clock is behind, and who is paused at the worst moment, may be late. */
    private long lateMillis(Post post) {
        Terms terms = world.terms();
        return world.now() - post.issuedAt - post.windowMillis - terms.skewMillis() - terms.windowMillis();
    }

    void noPostAfterExpiry(Life life, Effect.Send send) {
        if (life.expiresAt != null && send.notAfter().isAfter(life.expiresAt)) {
            throw new Broken(
                    Guarantee.NO_POST_AFTER_EXPIRY,
                    life.name() + ": attempt " + send.attempt() + " may be posted until " + send.notAfter()
                            + ", and the request expires at " + life.expiresAt);
        }
    }

    void noPostPastKeyMemory(Post post) {
        Life life = post.life;
        if (post.gateway.type() == GatewayClass.IDEMPOTENT
                && !post.accepted
                && life.remembered != null
                && life.remembered.gateway == post.gateway
                && life.remembered.place != Post.Place.DECLINED
                && world.now() > life.keyForgottenAt
                && !world.wordBroken()) {
            throw new Broken(
                    Guarantee.NO_POST_PAST_KEY_MEMORY,
                    life.name() + ": attempt " + post.attempt + " is posted " + (world.now() - life.keyForgottenAt)
                            + " ms after the gateway forgot attempt " + life.remembered.attempt);
        }
    }
}
