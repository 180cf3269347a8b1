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
    void remembersAcceptance(SimulatedRequest request, LedgerEvent event) {
        if (event.fact() instanceof Fact.OperatorActed acted
                && acted.secondEffectAccepted() == SecondEffect.ACCEPTED
                && acted.actionId().equals(SimulatedPerson.ACCEPTING)) {
            request.acceptedAttempts.set(request.folded.attempts().count() + 1);
            request.suspected = true;
        }
    }

    /** Counted once, though the fact may be lost. */
    void countsAcceptance(SimulatedRequest request, LedgerEvent event) {
        if (event.fact() instanceof Fact.OperatorActed acted
                && acted.secondEffectAccepted() == SecondEffect.ACCEPTED
                && acted.actionId().equals(SimulatedPerson.ACCEPTING)) {
            request.secondEffectsAccepted++;
        }
    }

    /** Each that a person accepted may bring one more. */
    void atMostOneEffect(SimulatedRequest request) {
        if (request.effects > 1 + request.secondEffectsAccepted && !world.wordBroken()) {
            throw new GuaranteeBroken(
                    Guarantee.AT_MOST_ONE_EFFECT,
                    request.name() + " took effect " + request.effects + " times at a gateway that is "
                            + request.gateway.type());
        }
    }

    /**
     * Where the gateway cannot be asked, the sender itself must have seen that every earlier post came to nothing. Where the
     * gateway answers questions, it must be so in truth.
     */
    void noPostInDoubt(SimulatedPost post) {
        GatewayClass type = post.gateway.type();
        if (post.accepted) {
            return;
        }
        for (int i = 0; i < post.request.postCount(); i++) {
            SimulatedPost earlier = post.request.post(i);
            if (earlier == post) {
                return;
            }
            if (type == GatewayClass.IDEMPOTENT && earlier.gateway == post.gateway) {
                continue;
            }
            boolean clear = type == GatewayClass.NEITHER
                    ? earlier.provenVoid
                    : world.wordBroken() || earlier.place == SimulatedPost.Place.VOID || isTooOldToBeWritten(earlier);
            if (!clear) {
                throw new GuaranteeBroken(
                        Guarantee.NO_POST_IN_DOUBT,
                        post.request.name() + ": attempt " + post.attempt + " is posted while attempt "
                                + earlier.attempt + " is " + earlier.place + " at a gateway that is " + type);
            }
        }
    }

    /** Whether nothing that was posted for it had an effect, or will have one. */
    boolean hadNoEffect(SimulatedRequest request) {
        for (int i = 0; i < request.postCount(); i++) {
            SimulatedPost post = request.post(i);
            if (post.place != SimulatedPost.Place.VOID
                    && post.place != SimulatedPost.Place.DECLINED
                    && !isTooOldToBeWritten(post)) {
                return false;
            }
        }
        return true;
    }

    private boolean isTooOldToBeWritten(SimulatedPost post) {
        return post.place == SimulatedPost.Place.COMMANDED && lateMillis(post) > 0;
    }

    void attemptPostedOnce(SimulatedPost post) {
        for (int i = 0; i < post.request.postCount(); i++) {
            SimulatedPost other = post.request.post(i);
            if (other != post
                    && other.attempt == post.attempt
                    && other.recovery == post.recovery
                    && other.place != SimulatedPost.Place.COMMANDED) {
                throw new GuaranteeBroken(
                        Guarantee.ATTEMPT_POSTED_ONCE,
                        post.request.name() + ": attempt " + post.attempt + " is posted a second time");
            }
        }
    }

    void noPostAfterWindow(SimulatedPost post) {
        long late = lateMillis(post);
        if (late > 0) {
            throw new GuaranteeBroken(
                    Guarantee.NO_POST_AFTER_WINDOW,
                    post.request.name() + ": attempt " + post.attempt + " is posted " + late + " ms too late");
        }
    }

    /** Beyond what a sender whose clock is behind, and who is paused at the worst moment, may be late. */
    private long lateMillis(SimulatedPost post) {
        GatewayContracts contracts = world.contracts();
        return world.now() - post.issuedAt - post.windowMillis - contracts.skewMillis() - contracts.windowMillis();
    }

    void noPostAfterExpiry(SimulatedRequest request, Effect.Send send) {
        if (request.expiresAt != null && send.notAfter().isAfter(request.expiresAt)) {
            throw new GuaranteeBroken(
                    Guarantee.NO_POST_AFTER_EXPIRY,
                    request.name() + ": attempt " + send.attempt() + " may be posted until " + send.notAfter()
                            + ", and the request expires at " + request.expiresAt);
        }
    }

    void noPostPastKeyMemory(SimulatedPost post) {
        SimulatedRequest request = post.request;
        if (post.gateway.type() == GatewayClass.IDEMPOTENT
                && !post.accepted
                && request.remembered != null
                && request.remembered.gateway == post.gateway
                && request.remembered.place != SimulatedPost.Place.DECLINED
                && world.now() > request.keyExpiresAt
                && !world.wordBroken()) {
            throw new GuaranteeBroken(
                    Guarantee.NO_POST_PAST_KEY_MEMORY,
                    request.name() + ": attempt " + post.attempt + " is posted " + (world.now() - request.keyExpiresAt)
                            + " ms after the gateway dropped the key of attempt " + request.remembered.attempt);
        }
    }
}
