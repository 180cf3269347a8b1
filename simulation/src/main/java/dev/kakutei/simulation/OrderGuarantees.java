package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.OperatorOrder;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What must hold of every order of a person, in every state that it may meet. */
final class OrderGuarantees {
    /** Said here again, on purpose: a rule that is looser than this must be noticed. */
    private static final Map<OperatorOrder.Action, Set<Status>> FITTING = new EnumMap<>(OperatorOrder.Action.class);

    static {
        Set<Status> undecided = EnumSet.of(Status.RETRYING, Status.HELD, Status.VERIFYING, Status.VERIFICATION_FAILED);
        FITTING.put(OperatorOrder.Action.SETTLE_SUCCEEDED, undecided);
        FITTING.put(OperatorOrder.Action.SETTLE_FAILED, undecided);
        FITTING.put(
                OperatorOrder.Action.SEND_AGAIN,
                EnumSet.of(Status.RETRYING, Status.VERIFYING, Status.VERIFICATION_FAILED));
        FITTING.put(OperatorOrder.Action.VERIFY_NOW, EnumSet.of(Status.VERIFYING, Status.VERIFICATION_FAILED));
        FITTING.put(OperatorOrder.Action.HOLD, EnumSet.of(Status.RETRYING, Status.PENDING_APPROVAL));
        FITTING.put(OperatorOrder.Action.RELEASE, EnumSet.of(Status.HELD));
        FITTING.put(
                OperatorOrder.Action.CANCEL,
                EnumSet.of(Status.RETRYING, Status.HELD, Status.PENDING_APPROVAL, Status.RETURNED));
        FITTING.put(OperatorOrder.Action.APPROVE, EnumSet.of(Status.PENDING_APPROVAL));
        FITTING.put(OperatorOrder.Action.RETURN, EnumSet.of(Status.PENDING_APPROVAL));
        FITTING.put(OperatorOrder.Action.RESUBMIT, EnumSet.of(Status.RETURNED));
        FITTING.put(OperatorOrder.Action.COMMENT, EnumSet.allOf(Status.class));
        FITTING.put(OperatorOrder.Action.ATTACH_SUMMARY, EnumSet.allOf(Status.class));
    }

    /** Whatever has happened to the request since it was looked at. */
    private static final Set<OperatorOrder.Action> ALWAYS_TAKEN =
            EnumSet.of(OperatorOrder.Action.COMMENT, OperatorOrder.Action.ATTACH_SUMMARY);

    /** It waits for approval, and may have been sent before records were lost: that can be settled. */
    private static final Set<Status> WAITS_IN_DOUBT = EnumSet.of(Status.PENDING_APPROVAL, Status.RETURNED);

    private final World world;

    OrderGuarantees(World world) {
        this.world = world;
    }

    /** Whether the ledger refuses it whatever else is true, as long as the request stays in this state. */
    static boolean mustBeRefused(Entry entry, OperatorOrder.Action action) {
        boolean settles =
                action == OperatorOrder.Action.SETTLE_SUCCEEDED || action == OperatorOrder.Action.SETTLE_FAILED;
        if (settles && entry.inDoubt()) {
            return !FITTING.get(action).contains(entry.status()) && !WAITS_IN_DOUBT.contains(entry.status());
        }
        return !FITTING.get(action).contains(entry.status()) || (settles && entry.awaitsApproval());
    }

    /** @param before null where the request is not known, or not any more */
    void ordersFit(Life life, Entry before, Observation observation, Decision decision) {
        if (!(observation instanceof Observation.Ordered ordered)) {
            return;
        }
        OperatorOrder order = ordered.order();
        boolean obeyed = !decision.events().isEmpty();
        boolean refused = isRefused(decision);
        if (obeyed == refused && !isKnownComment(before, order)) {
            throw broken(life, before, order, obeyed ? "is obeyed and refused" : "is neither obeyed nor refused");
        }
        if (obeyed && !fits(before, order)) {
            throw broken(life, before, order, "is obeyed");
        }
        if (refused && fits(before, order) && mustBeObeyed(before, order.action())) {
            throw broken(life, before, order, "is refused");
        }
        if (obeyed && !leadsWhereItSays(life, order.action())) {
            throw broken(life, before, order, "leads to " + life.entry.status().word());
        }
        remember(life, order, obeyed);
    }

    private static boolean isRefused(Decision decision) {
        for (int i = 0; i < decision.effects().size(); i++) {
            if (decision.effects().get(i) instanceof Effect.Refuse) {
                return true;
            }
        }
        return false;
    }

    private static boolean isKnownComment(Entry before, OperatorOrder order) {
        return order.action() == OperatorOrder.Action.COMMENT && before != null;
    }

    private static boolean fits(Entry before, OperatorOrder order) {
        OperatorOrder.Role needed = order.action().neededRole();
        boolean seen = before != null && (order.basedOn() == before.seq() || ALWAYS_TAKEN.contains(order.action()));
        return seen && (needed == null || needed == order.role()) && !mustBeRefused(before, order.action());
    }

    /** Of the others, the gateway, the time or the person may stand in the way. */
    private boolean mustBeObeyed(Entry before, OperatorOrder.Action action) {
        return switch (action) {
            case HOLD, SETTLE_SUCCEEDED, SETTLE_FAILED -> true;
            case CANCEL -> !before.inDoubt();
            case RELEASE -> before.awaitsApproval() || world.configuration().policy(before.gateway()) != null;
            case SEND_AGAIN, VERIFY_NOW, APPROVE, RETURN, RESUBMIT, COMMENT, ATTACH_SUMMARY -> false;
        };
    }

    /** Whether a hold or a release is kept shows later: {@link #holdKept}, and the guarantees of approval. */
    private static boolean leadsWhereItSays(Life life, OperatorOrder.Action action) {
        Status status = life.entry.status();
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

    private static void remember(Life life, OperatorOrder order, boolean obeyed) {
        life.decidedOrders.add(order);
        if (obeyed && order.action() == OperatorOrder.Action.HOLD) {
            life.onHold = true;
        } else if (obeyed && order.action() == OperatorOrder.Action.RELEASE) {
            life.onHold = false;
        }
    }

    void holdKept(Life life) {
        if (life.onHold) {
            throw new Broken(
                    Guarantee.HOLD_KEPT,
                    life.name() + " was held by an operator and not released, and yet something is commanded");
        }
    }

    private static Broken broken(Life life, Entry before, OperatorOrder order, String what) {
        return new Broken(
                Guarantee.ORDERS_FIT,
                life.name() + " is "
                        + (before == null ? "not known" : before.status().word() + " at event " + before.seq())
                        + ", and " + order.action() + " by " + order.role() + ", based on event " + order.basedOn()
                        + ", "
                        + what);
    }
}
