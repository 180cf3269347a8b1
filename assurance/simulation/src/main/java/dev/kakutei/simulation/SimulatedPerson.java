package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.SecondEffect;
import java.util.stream.Stream;

/**
 * An operator, who looks at a request now and then and takes any action that may be right. Never vouches for what is not
 * true where that would be believed; but may be late, request an action twice, on an outdated page or without the role for it,
 * request what is not applicable any more, or have a request sent again whatever an earlier attempt may have done: with the
 * acceptance of a second effect, or without it, and then it must be harmless.
 */
final class SimulatedPerson {
    /** The name of an action that accepts a second effect: what bears it in the facts was accepted in truth. */
    static final String ACCEPTING = "accepting";

    private static final OperatorAction.Type[] ACTIONS = Stream.of(OperatorAction.Type.values())
            .filter(action -> action.neededRole() == OperatorAction.Role.OPERATOR)
            .toArray(OperatorAction.Type[]::new);

    private static final OperatorAction.Type[] WHILE_RETRYING = {OperatorAction.Type.HOLD, OperatorAction.Type.CANCEL};
    private static final OperatorAction.Type[] WHILE_HELD = {OperatorAction.Type.RELEASE, OperatorAction.Type.CANCEL};

    private final World world;

    SimulatedPerson(World world) {
        this.world = world;
    }

    void look(SimulatedRequest request) {
        Entry entry = request.lastState();
        // before the ledger hears of it, people see its acceptance
        int seq = entry == null ? 1 : entry.seq();
        OperatorAction.Type[] types = world.dice().oneIn(4) ? ACTIONS : sensible(entry);
        OperatorAction.Type type = types[world.dice().below(types.length)];
        boolean outdated = seq > 1 && world.faults().strikes(SimulatedFault.ACTION_OUTDATED);
        boolean roleMissing = world.faults().strikes(SimulatedFault.ROLE_MISSING);
        boolean harmless =
                outdated || roleMissing || request.entry == null || ActionGuarantees.mustBeRefused(request.entry, type);
        if (!harmless && !mayBeRight(request, type)) {
            return;
        }
        boolean accepting =
                type == OperatorAction.Type.SEND_AGAIN && world.dice().oneIn(2);
        int basedOn = outdated ? (int) world.dice().between(1, seq - 1) : seq;
        if (accepting) {
            request.journal.acceptsSecondEffect(basedOn);
            if (!harmless) {
                world.recovery().perhapsAfterAcceptance(request);
            }
        }
        Observation requested = new Observation.ActionRequested(new OperatorAction(
                accepting ? ACCEPTING : "action",
                request.accepted.requestId(),
                basedOn,
                type,
                "operator",
                roleMissing ? OperatorAction.Role.VIEWER : OperatorAction.Role.OPERATOR,
                "a reason",
                world.senderInstant(),
                null,
                accepting ? SecondEffect.ACCEPTED : null));
        world.observeLater(request, requested, world.now() + world.dice().between(0, 2_000));
        if (world.faults().strikes(SimulatedFault.ACTION_REPEATED)) {
            long later = world.dice().between(0, world.dice().oneIn(2) ? 2_000 : 60_000);
            world.observeLater(request, requested, world.now() + later);
        }
    }

    private static OperatorAction.Type[] sensible(Entry entry) {
        if (entry == null) {
            return ACTIONS;
        }
        return switch (entry.status()) {
            case RETRYING, PENDING_APPROVAL -> WHILE_RETRYING;
            case HELD -> WHILE_HELD;
            default -> ACTIONS;
        };
    }

    private boolean mayBeRight(SimulatedRequest request, OperatorAction.Type action) {
        return switch (action) {
            case SETTLE_SUCCEEDED -> request.effects > 0;
            case SETTLE_FAILED -> world.monitor().hadNoEffect(request);
            case SEND_AGAIN, VERIFY_NOW, HOLD, RELEASE, CANCEL -> true;
            case APPROVE, RETURN, RESUBMIT, COMMENT, ATTACH_SUMMARY ->
                throw new IllegalStateException("no operator's action: " + action);
        };
    }
}
