package dev.kakutei.simulation;

import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.OperatorOrder;
import dev.kakutei.schemas.SecondEffect;
import java.util.stream.Stream;

/**
 * An operator, who looks at a request now and then and gives any order that may be right. Never vouches for what is not
 * true; but may be late, give an order twice, order what makes no sense any more, or have a request sent again whatever an
 * earlier attempt may have done: with the acceptance of a second effect, or without it, and then it must be harmless.
 */
final class SimulatedPerson {
    /** The name of an order that accepts a second effect: what bears it in the facts was accepted in truth. */
    static final String ACCEPTING = "accepting";

    private static final OperatorOrder.Action[] ACTIONS = Stream.of(OperatorOrder.Action.values())
            .filter(action -> action.neededRole() == OperatorOrder.Role.OPERATOR)
            .toArray(OperatorOrder.Action[]::new);

    private static final OperatorOrder.Action[] WHILE_RETRYING = {OperatorOrder.Action.HOLD, OperatorOrder.Action.CANCEL
    };
    private static final OperatorOrder.Action[] WHILE_HELD = {OperatorOrder.Action.RELEASE, OperatorOrder.Action.CANCEL
    };

    private final World world;

    SimulatedPerson(World world) {
        this.world = world;
    }

    void look(Life life) {
        if (life.entry == null) {
            return;
        }
        OperatorOrder.Action[] actions = world.dice().oneIn(4) ? ACTIONS : sensible(life.entry.status());
        OperatorOrder.Action action = actions[world.dice().below(actions.length)];
        if (!mayBeRight(life, action)) {
            return;
        }
        boolean accepting =
                action == OperatorOrder.Action.SEND_AGAIN && world.dice().oneIn(2);
        Observation order = new Observation.Ordered(new OperatorOrder(
                accepting ? ACCEPTING : "order",
                life.accepted.requestId(),
                life.entry.seq(),
                action,
                "somebody",
                OperatorOrder.Role.OPERATOR,
                "a reason",
                world.senderInstant(),
                null,
                accepting ? SecondEffect.ACCEPTED : null));
        world.observeLater(life, order, world.now() + world.dice().between(0, 2_000));
        if (world.faults().strikes(Fault.ORDER_REPEATED)) {
            world.observeLater(life, order, world.now() + world.dice().between(0, 60_000));
        }
    }

    private static OperatorOrder.Action[] sensible(Status status) {
        return switch (status) {
            case RETRYING, PENDING_APPROVAL -> WHILE_RETRYING;
            case HELD -> WHILE_HELD;
            default -> ACTIONS;
        };
    }

    private boolean mayBeRight(Life life, OperatorOrder.Action action) {
        return switch (action) {
            case SETTLE_SUCCEEDED -> life.effects > 0;
            case SETTLE_FAILED -> world.watch().hadNoEffect(life);
            case SEND_AGAIN, VERIFY_NOW, HOLD, RELEASE, CANCEL -> true;
            case APPROVE, RETURN, RESUBMIT, COMMENT ->
                throw new IllegalStateException("no operator's order: " + action);
        };
    }
}
