package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.OperatorAction;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What must hold of every action of a person, in every state that it may meet. */
final class ActionGuarantees {
    /** Repeated here on purpose: a rule that is looser than this must be noticed. */
    private static final Map<OperatorAction.Type, Set<Status>> FITTING = new EnumMap<>(OperatorAction.Type.class);

    static {
        Set<Status> undecided = EnumSet.of(Status.RETRYING, Status.HELD, Status.VERIFYING, Status.VERIFICATION_FAILED);
        FITTING.put(OperatorAction.Type.SETTLE_SUCCEEDED, undecided);
        FITTING.put(OperatorAction.Type.SETTLE_FAILED, undecided);
        FITTING.put(
                OperatorAction.Type.SEND_AGAIN,
                EnumSet.of(Status.RETRYING, Status.VERIFYING, Status.VERIFICATION_FAILED));
        FITTING.put(OperatorAction.Type.VERIFY_NOW, EnumSet.of(Status.VERIFYING, Status.VERIFICATION_FAILED));
        FITTING.put(OperatorAction.Type.HOLD, EnumSet.of(Status.RETRYING, Status.PENDING_APPROVAL));
        FITTING.put(OperatorAction.Type.RELEASE, EnumSet.of(Status.HELD));
        FITTING.put(
                OperatorAction.Type.CANCEL,
                EnumSet.of(Status.RETRYING, Status.HELD, Status.PENDING_APPROVAL, Status.RETURNED));
        FITTING.put(OperatorAction.Type.APPROVE, EnumSet.of(Status.PENDING_APPROVAL));
        FITTING.put(OperatorAction.Type.RETURN, EnumSet.of(Status.PENDING_APPROVAL));
        FITTING.put(OperatorAction.Type.RESUBMIT, EnumSet.of(Status.RETURNED));
        FITTING.put(OperatorAction.Type.COMMENT, EnumSet.allOf(Status.class));
        FITTING.put(OperatorAction.Type.ATTACH_SUMMARY, EnumSet.allOf(Status.class));
    }

    /** Whatever has happened to the request since it was looked at. */
    private static final Set<OperatorAction.Type> ALWAYS_TAKEN =
            EnumSet.of(OperatorAction.Type.COMMENT, OperatorAction.Type.ATTACH_SUMMARY);

    /** It waits for approval, and may have been sent before records were lost: that can be settled. */
    private static final Set<Status> WAITS_IN_DOUBT = EnumSet.of(Status.PENDING_APPROVAL, Status.RETURNED);

    private final World world;

    ActionGuarantees(World world) {
        this.world = world;
    }

    /** Whether the ledger refuses it whatever else is true, as long as the request stays in this state. */
    static boolean mustBeRefused(Entry entry, OperatorAction.Type action) {
        boolean settles = action == OperatorAction.Type.SETTLE_SUCCEEDED || action == OperatorAction.Type.SETTLE_FAILED;
        if (settles && entry.inDoubt()) {
            return !FITTING.get(action).contains(entry.status()) && !WAITS_IN_DOUBT.contains(entry.status());
        }
        return !FITTING.get(action).contains(entry.status()) || (settles && entry.awaitsApproval());
    }

    /** @param before null where the request is not known, or not any more */
    void actionsFit(SimulatedRequest request, Entry before, Observation observation, Decision decision) {
        if (!(observation instanceof Observation.ActionRequested actionRequested)) {
            return;
        }
        OperatorAction action = actionRequested.action();
        boolean carriedOut = !decision.events().isEmpty();
        boolean refused = isRefused(decision);
        if (carriedOut == refused && !isKnownComment(before, action)) {
            throw broken(
                    request,
                    before,
                    action,
                    carriedOut ? "is carried out and refused" : "is neither carried out nor refused");
        }
        if (carriedOut && !fits(before, action)) {
            throw broken(request, before, action, "is carried out");
        }
        if (refused && fits(before, action) && mustBeCarriedOut(before, action.type())) {
            throw broken(request, before, action, "is refused");
        }
        if (carriedOut && !leadsWhereItSays(request, action.type())) {
            throw broken(
                    request,
                    before,
                    action,
                    "leads to " + request.entry.status().word());
        }
        remember(request, action, carriedOut);
    }

    private static boolean isRefused(Decision decision) {
        for (int i = 0; i < decision.effects().size(); i++) {
            if (decision.effects().get(i) instanceof Effect.Refuse) {
                return true;
            }
        }
        return false;
    }

    private static boolean isKnownComment(Entry before, OperatorAction action) {
        return action.type() == OperatorAction.Type.COMMENT && before != null;
    }

    private static boolean fits(Entry before, OperatorAction action) {
        OperatorAction.Role needed = action.type().neededRole();
        boolean seen = before != null && (action.basedOn() == before.seq() || ALWAYS_TAKEN.contains(action.type()));
        return seen && (needed == null || needed == action.role()) && !mustBeRefused(before, action.type());
    }

    /** The others may also be refused because of the gateway, the time or the person. */
    private boolean mustBeCarriedOut(Entry before, OperatorAction.Type action) {
        return switch (action) {
            case HOLD, SETTLE_SUCCEEDED, SETTLE_FAILED -> true;
            case CANCEL -> !before.inDoubt();
            case RELEASE -> before.awaitsApproval() || world.configuration().policy(before.gateway()) != null;
            case SEND_AGAIN, VERIFY_NOW, APPROVE, RETURN, RESUBMIT, COMMENT, ATTACH_SUMMARY -> false;
        };
    }

    /** Whether a hold or a release is kept shows later: {@link #holdKept}, and the guarantees of approval. */
    private static boolean leadsWhereItSays(SimulatedRequest request, OperatorAction.Type action) {
        Status status = request.entry.status();
        return switch (action) {
            case SETTLE_SUCCEEDED -> status == Status.SUCCEEDED;
            case SETTLE_FAILED -> status == Status.FAILED;
            case SEND_AGAIN -> status == Status.SENDING;
            case VERIFY_NOW -> status == Status.VERIFYING;
            case CANCEL -> status == Status.CANCELLED;
            case RETURN -> status == Status.RETURNED;
            case HOLD, RELEASE, APPROVE, RESUBMIT, COMMENT, ATTACH_SUMMARY -> true;
        };
    }

    private static void remember(SimulatedRequest request, OperatorAction action, boolean carriedOut) {
        request.decidedActions.add(action);
        if (carriedOut && action.type() == OperatorAction.Type.HOLD) {
            request.onHold = true;
        } else if (carriedOut && action.type() == OperatorAction.Type.RELEASE) {
            request.onHold = false;
        }
    }

    void holdKept(SimulatedRequest request) {
        if (request.onHold) {
            throw new GuaranteeBroken(
                    Guarantee.HOLD_KEPT,
                    request.name() + " was held by an operator and not released, and yet something is commanded");
        }
    }

    private static GuaranteeBroken broken(SimulatedRequest request, Entry before, OperatorAction action, String what) {
        return new GuaranteeBroken(
                Guarantee.ACTIONS_FIT,
                request.name() + " is "
                        + (before == null ? "not known" : before.status().word() + " at event " + before.seq())
                        + ", and " + action.type() + " by " + action.role() + ", based on event " + action.basedOn()
                        + ", "
                        + what);
    }
}
