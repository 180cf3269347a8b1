package dev.kakutei.simulation;

import dev.kakutei.ledger.Cause;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.FactKind;
import java.util.List;
import java.util.Set;

/** What must hold of the alerts that are raised and cleared with a decision. */
final class AlertGuarantees {
    private static final Set<String> ALARMS = Set.of("contradiction", "perhaps_twice", "report_without_command");

    private final World world;

    AlertGuarantees(World world) {
        this.world = world;
    }

    void alertsAreRaisedForRemoved(SimulatedRequest request, ObservationKind kind, Decision decision) {
        boolean evidence = kind == ObservationKind.DELIVERED
                || kind == ObservationKind.FOUND_SUCCEEDED
                || kind == ObservationKind.ARRIVED;
        if (evidence && !raises(decision.effects(), Alert.Severity.HIGH)) {
            throw new GuaranteeBroken(
                    Guarantee.ALERTS_ARE_RAISED, request.name() + " was removed, and no alert is raised for " + kind);
        }
    }

    void alertsAreRaised(Entry before, Decision decision) {
        Cause needed = null;
        for (int i = 0; i < decision.events().size(); i++) {
            Cause ofFact = needed(before, decision.events().get(i).fact());
            needed = ofFact == null ? needed : ofFact;
        }
        if (needed != null && !raises(decision.effects(), needed.word())) {
            throw new GuaranteeBroken(
                    Guarantee.ALERTS_ARE_RAISED,
                    "after " + (before == null ? "nothing" : before.status().word()) + ", no alert " + needed.word()
                            + " is raised: " + decision.events());
        }
    }

    /** The alert that a fact needs; null for one that needs none. */
    private static Cause needed(Entry before, Fact fact) {
        return switch (FactKind.of(fact)) {
            case VERIFICATION_FAILED ->
                before == null || before.status() != Status.VERIFICATION_FAILED ? Cause.VERIFICATION_FAILED : null;
            case CONTRADICTED -> Cause.CONTRADICTION;
            case OPERATOR_ACTED ->
                ((Fact.OperatorActed) fact).secondEffectAccepted() == null ? null : Cause.PERHAPS_TWICE;
            case APPROVAL_OVERDUE -> Cause.APPROVAL_OVERDUE;
            // that of a recovery is checked with the recovery
            case RECORDS_LOST -> null;
            case ACCEPTED,
                    ATTEMPT_STARTED,
                    ATTEMPT_DEFERRED,
                    OUTCOME_UNKNOWN,
                    OUTCOME_STILL_UNKNOWN,
                    ACKNOWLEDGED,
                    INQUIRY_STARTED,
                    INQUIRY_INCONCLUSIVE,
                    SETTLED,
                    APPROVAL_REQUESTED,
                    APPROVED,
                    RETURNED,
                    RESUBMITTED,
                    SUMMARY_ATTACHED,
                    COMMENTED -> null;
        };
    }

    void alertsFollowStates(SimulatedRequest request, Decision decision) {
        if (request.entry == null) {
            return;
        }
        for (int i = 0; i < decision.effects().size(); i++) {
            Effect effect = decision.effects().get(i);
            if (effect instanceof Effect.Raise raise && isOfState(raise)) {
                String gateway = decision.entry().gateway();
                if (request.raised.put(raise.cause(), gateway) != null) {
                    throw alertsApart(request, raise.cause() + " is raised again");
                }
            } else if (effect instanceof Effect.Clear clear
                    && !clear.gateway()
                            .equals(request.raised.remove(clear.cause().word()))) {
                throw alertsApart(request, clear.cause().word() + " is cleared where it was not raised");
            }
        }
        boolean failed = request.entry.status() == Status.VERIFICATION_FAILED;
        if (failed != request.raised.containsKey(Cause.VERIFICATION_FAILED.word())) {
            throw alertsApart(request, "raised are " + request.raised);
        }
        if (request.entry.status().terminal() && !request.raised.isEmpty()) {
            throw alertsApart(request, "still raised are " + request.raised);
        }
    }

    private static boolean isOfState(Effect.Raise raise) {
        return Cause.ofWord(raise.cause())
                .filter(cause -> cause.resolution() == Cause.Resolution.WHEN_CLEARED)
                .isPresent();
    }

    private static GuaranteeBroken alertsApart(SimulatedRequest request, String what) {
        return new GuaranteeBroken(
                Guarantee.ALERTS_FOLLOW_STATES,
                request.name() + " is " + request.entry.status().word() + ", and " + what);
    }

    /** Of each: what became of the position concerns more than one request. */
    void alertsAreRaisedForLostPosition(ObservationKind kind, Decision decision) {
        if (kind == ObservationKind.POSITION_LOST && !raises(decision.effects(), Cause.POSITION_LOST.word())) {
            throw new GuaranteeBroken(
                    Guarantee.ALERTS_ARE_RAISED,
                    "a sender lost its position, and no alert is raised: " + decision.effects());
        }
    }

    /**
     * A question that was asked for before the last attempt may have been put before or after it, and so cannot say which
     * attempt succeeded: then suspicion is right. After a change of the configuration, a gateway may be trusted less, and
     * windows may be others; and where the clock was set back, what came after an attempt seems to have come before it.
     */
    void noFalseAlarm(SimulatedRequest request, ObservationKind kind, Decision decision) {
        request.suspected |= kind == ObservationKind.FOUND_SUCCEEDED
                && (request.postCount() == 0 || request.inquiredAt <= request.post(request.postCount() - 1).issuedAt);
        if (world.wordBroken() || world.configuration().trustChanged() || world.isSetBack() || request.suspected) {
            return;
        }
        for (int i = 0; i < decision.effects().size(); i++) {
            if (decision.effects().get(i) instanceof Effect.Raise raise && ALARMS.contains(raise.cause())) {
                throw new GuaranteeBroken(
                        Guarantee.NO_FALSE_ALARM,
                        request.name() + ": all parties kept their word, and yet " + raise.cause() + ": "
                                + raise.summary());
            }
        }
    }

    static boolean raises(List<Effect> effects, String cause) {
        for (int i = 0; i < effects.size(); i++) {
            if (effects.get(i) instanceof Effect.Raise raise && raise.cause().equals(cause)) {
                return true;
            }
        }
        return false;
    }

    private static boolean raises(List<Effect> effects, Alert.Severity severity) {
        for (int i = 0; i < effects.size(); i++) {
            if (effects.get(i) instanceof Effect.Raise raise && raise.severity() == severity) {
                return true;
            }
        }
        return false;
    }
}
