package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.OperatorOrder;
import dev.kakutei.schemas.SecondEffect;
import java.util.stream.Stream;

/**
 * An operator, who looks at a request now and then and gives any order that may be right. Never vouches for what is not
 * true where that would be believed; but may be late, give an order twice, on an outdated page or without the role for it,
 * order what makes no sense any more, or have a request sent again whatever an earlier attempt may have done: with the
 * acceptance of a second effect, or without it, and then it must be harmless.
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
        Entry entry = life.standing();
        // before the ledger hears of it, people see its acceptance
        int seq = entry == null ? 1 : entry.seq();
        OperatorOrder.Action[] actions = world.dice().oneIn(4) ? ACTIONS : sensible(entry);
        OperatorOrder.Action action = actions[world.dice().below(actions.length)];
        boolean outdated = seq > 1 && world.faults().strikes(Fault.ORDER_OUTDATED);
        boolean roleMissing = world.faults().strikes(Fault.ROLE_MISSING);
        boolean harmless =
                outdated || roleMissing || life.entry == null || OrderGuarantees.mustBeRefused(life.entry, action);
        if (!harmless && !mayBeRight(life, action)) {
            return;
        }
        boolean accepting =
                action == OperatorOrder.Action.SEND_AGAIN && world.dice().oneIn(2);
        Observation order = new Observation.Ordered(new OperatorOrder(
                accepting ? ACCEPTING : "order",
                life.accepted.requestId(),
                outdated ? (int) world.dice().between(1, seq - 1) : seq,
                action,
                "operator",
                roleMissing ? OperatorOrder.Role.VIEWER : OperatorOrder.Role.OPERATOR,
                "a reason",
                world.senderInstant(),
                null,
                accepting ? SecondEffect.ACCEPTED : null));
        world.observeLater(life, order, world.now() + world.dice().between(0, 2_000));
        if (world.faults().strikes(Fault.ORDER_REPEATED)) {
            long later = world.dice().between(0, world.dice().oneIn(2) ? 2_000 : 60_000);
            world.observeLater(life, order, world.now() + later);
        }
    }

    private static OperatorOrder.Action[] sensible(Entry entry) {
        if (entry == null) {
            return ACTIONS;
        }
        return switch (entry.status()) {
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
            case APPROVE, RETURN, RESUBMIT, COMMENT, ATTACH_SUMMARY ->
                throw new IllegalStateException("no operator's order: " + action);
        };
    }
}
