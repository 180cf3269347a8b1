package dev.kakutei.simulation;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.OperatorOrder;
import dev.kakutei.schemas.Resubmission;
import java.time.Instant;

/**
 * Whoever approves, and whoever submitted: they look at a request now and then and do what may be done with it, or what
 * may not. They may be late, give an order twice, and try to decide on what is their own.
 */
final class SimulatedApprover {
    static final String SUBMITTER = "client";
    private static final String APPROVER = "another";

    private static final OperatorOrder.Action[] ACTIONS = {
        OperatorOrder.Action.APPROVE,
        OperatorOrder.Action.RETURN,
        OperatorOrder.Action.RESUBMIT,
        OperatorOrder.Action.COMMENT
    };
    private static final OperatorOrder.Action[] WHILE_PENDING = {
        OperatorOrder.Action.APPROVE, OperatorOrder.Action.APPROVE, OperatorOrder.Action.RETURN
    };
    private static final OperatorOrder.Action[] WHILE_RETURNED = {OperatorOrder.Action.RESUBMIT};

    private final World world;
    private int orders;

    SimulatedApprover(World world) {
        this.world = world;
    }

    void look(Life life) {
        if (life.entry == null) {
            return;
        }
        OperatorOrder.Action[] actions = world.dice().oneIn(3) ? ACTIONS : sensible(life.entry.status());
        OperatorOrder.Action action = actions[world.dice().below(actions.length)];
        OperatorOrder.Role role = action.neededRole() == null ? OperatorOrder.Role.VIEWER : action.neededRole();
        boolean own = action == OperatorOrder.Action.RESUBMIT || world.faults().strikes(Fault.OWN_REQUEST);
        Observation order = new Observation.Ordered(new OperatorOrder(
                "order-" + ++orders,
                life.accepted.requestId(),
                life.entry.seq(),
                action,
                own ? SUBMITTER : APPROVER,
                role,
                "a reason",
                world.senderInstant(),
                action == OperatorOrder.Action.RESUBMIT ? changed() : null));
        world.observeLater(life, order, world.now() + world.dice().between(0, 2_000));
        if (world.faults().strikes(Fault.ORDER_REPEATED)) {
            world.observeLater(life, order, world.now() + world.dice().between(0, 60_000));
        }
    }

    private Resubmission changed() {
        Instant expiresAt = world.faults().strikes(Fault.EXPIRY)
                ? world.instant(world.now() + world.dice().between(1, 60_000))
                : null;
        return new Resubmission(
                World.DIGEST,
                Terms.GATEWAY,
                world.dice().oneIn(2) ? Terms.LARGE : Terms.SMALL,
                Terms.CURRENCY,
                expiresAt,
                NullNode.getInstance());
    }

    private static OperatorOrder.Action[] sensible(Status status) {
        return switch (status) {
            case PENDING_APPROVAL -> WHILE_PENDING;
            case RETURNED -> WHILE_RETURNED;
            default -> ACTIONS;
        };
    }
}
