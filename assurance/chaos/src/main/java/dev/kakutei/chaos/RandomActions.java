package dev.kakutei.chaos;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Random;

/**
 * What persons do about a request, by the seed, the request's key and its last event: the same for the same. They may do
 * anything that the rules allow or refuse, but they never say what the gateway's journal contradicts. Pure.
 */
final class RandomActions {
    private static final int MAX_VERSIONS = 4;
    /** Of many bits: {@link Random} draws almost alike from seeds that follow each other. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    /** Of requests that go on by themselves, one in so many gets an operator's attention. */
    private static final int ONE_IN = 4;

    private final long seed;

    RandomActions(long seed) {
        this.seed = seed;
    }

    /** What an approver does. */
    enum Approval {
        APPROVE,
        RETURN
    }

    /** Whether the attack goes on. Afterwards everything is to come to an end. */
    enum Phase {
        ATTACK,
        REST
    }

    /** Whether a version gets a summary while it waits. */
    enum Summary {
        ATTACH,
        NONE
    }

    /**
     * A request as an operator sees it.
     *
     * @param lastAttempt whether the last attempt was made so long ago that nothing of it can be on its way any more
     * @param finding what the gateway's journal says now
     */
    record Seen(String key, String state, int lastEvent, LastAttempt lastAttempt, GatewayJournal.Finding finding) {
        Seen {
            requireNonNull(key, "key");
            requireNonNull(state, "state");
            requireNonNull(lastAttempt, "lastAttempt");
            requireNonNull(finding, "finding");
        }
    }

    /** How long ago it was. */
    enum LastAttempt {
        RECENT,
        LONG_AGO
    }

    /** An operator's action; {@code ACCEPTING} is sending again with the acceptance of a second effect. */
    enum Action {
        HOLD,
        RELEASE,
        CANCEL,
        VERIFY_NOW,
        SEND_AGAIN,
        SEND_AGAIN_ACCEPTING,
        SETTLE_SUCCEEDED,
        SETTLE_FAILED
    }

    /** One in four is returned, but never often: the ledger bounds how often a request may go back and forth. */
    Approval approval(String key, int version) {
        return version < MAX_VERSIONS && dice(key, version).nextInt(4) == 0 ? Approval.RETURN : Approval.APPROVE;
    }

    /** One version in two, by a draw of its own. */
    Summary summary(String key, int version) {
        return dice(key, -version).nextBoolean() ? Summary.ATTACH : Summary.NONE;
    }

    /** Empty where it is left alone. */
    Optional<Action> action(Seen seen, Phase phase) {
        Random dice = dice(seen.key(), seen.lastEvent());
        return Optional.ofNullable(
                switch (seen.state()) {
                    case "held" -> phase == Phase.ATTACK && dice.nextInt(4) == 0 ? Action.CANCEL : Action.RELEASE;
                    case "verification_failed" -> forPerson(seen, dice, phase);
                    case "pending_approval" -> attended(dice, phase) ? Action.HOLD : null;
                    case "retrying" -> attended(dice, phase) ? betweenAttempts(dice) : null;
                    case "verifying" -> attended(dice, phase) ? inDoubt(seen, dice) : null;
                    default -> null;
                });
    }

    private static boolean attended(Random dice, Phase phase) {
        return phase == Phase.ATTACK && dice.nextInt(ONE_IN) == 0;
    }

    private static Action betweenAttempts(Random dice) {
        return switch (dice.nextInt(4)) {
            case 0 -> Action.CANCEL;
            case 1 -> Action.SEND_AGAIN;
            default -> Action.HOLD;
        };
    }

    private static Action inDoubt(Seen seen, Random dice) {
        if (isKnownAbsent(seen)) {
            return Action.SEND_AGAIN_ACCEPTING;
        }
        return dice.nextBoolean() ? Action.VERIFY_NOW : Action.SEND_AGAIN;
    }

    /** While anything may still arrive at the gateway, the journal proves an effect, and not that there is none. */
    private static Action forPerson(Seen seen, Random dice, Phase phase) {
        if (seen.finding() == GatewayJournal.Finding.TOOK_EFFECT) {
            return Action.SETTLE_SUCCEEDED;
        }
        if (isKnownAbsent(seen)) {
            return phase == Phase.ATTACK && dice.nextBoolean() ? Action.SEND_AGAIN_ACCEPTING : Action.SETTLE_FAILED;
        }
        if (phase == Phase.REST) {
            return null;
        }
        return dice.nextBoolean() ? Action.VERIFY_NOW : Action.SEND_AGAIN;
    }

    private static boolean isKnownAbsent(Seen seen) {
        return seen.lastAttempt() == LastAttempt.LONG_AGO && seen.finding() == GatewayJournal.Finding.NO_EFFECT;
    }

    private Random dice(String key, int event) {
        return new Random(((seed * 31 + key.hashCode()) * 31 + event) * SPREAD);
    }
}
