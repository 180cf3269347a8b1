package dev.kakutei.simulation;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.OperatorOrder;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.SubmissionSummary;
import java.time.Instant;
import java.util.List;

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
        OperatorOrder.Action.COMMENT,
        OperatorOrder.Action.ATTACH_SUMMARY
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
        Entry entry = life.standing();
        // before the ledger hears of it, people see its acceptance
        int seq = entry == null ? 1 : entry.seq();
        OperatorOrder.Action[] actions = world.dice().oneIn(3) ? ACTIONS : sensible(entry);
        OperatorOrder.Action action = actions[world.dice().below(actions.length)];
        boolean roleMissing = action.neededRole() == null || world.faults().strikes(Fault.ROLE_MISSING);
        OperatorOrder.Role role = roleMissing ? OperatorOrder.Role.VIEWER : action.neededRole();
        boolean outdated = seq > 1 && world.faults().strikes(Fault.ORDER_OUTDATED);
        boolean own = action == OperatorOrder.Action.RESUBMIT || world.faults().strikes(Fault.OWN_REQUEST);
        int basedOn = outdated ? (int) world.dice().between(1, seq - 1) : seq;
        OperatorOrder order = new OperatorOrder(
                "order-" + ++orders,
                life.accepted.requestId(),
                basedOn,
                action,
                own ? SUBMITTER : APPROVER,
                role,
                action == OperatorOrder.Action.ATTACH_SUMMARY ? null : "a reason",
                world.senderInstant(),
                action == OperatorOrder.Action.RESUBMIT ? changed() : null,
                null,
                action == OperatorOrder.Action.ATTACH_SUMMARY ? summary(life) : null);
        if (action == OperatorOrder.Action.RETURN) {
            world.recovery().perhapsAfterReturn(life);
        } else if (action == OperatorOrder.Action.RESUBMIT) {
            life.journal.mayBeSentTo(order.resubmission().gateway(), basedOn);
            world.recovery().perhapsAfterResubmission(life, order.resubmission().gateway());
        }
        Observation ordered = new Observation.Ordered(order);
        world.observeLater(life, ordered, world.now() + world.dice().between(0, 2_000));
        if (world.faults().strikes(Fault.ORDER_REPEATED)) {
            long later = world.dice().between(0, world.dice().oneIn(2) ? 2_000 : 60_000);
            world.observeLater(life, ordered, world.now() + later);
        }
    }

    /** Of one of its versions, mostly; of an event that is none, sometimes; and in the place of any summary, or of none. */
    private SubmissionSummary summary(Life life) {
        List<Integer> versions = List.copyOf(life.summaries.keySet());
        boolean any = versions.isEmpty() || world.dice().oneIn(4);
        int eventId =
                any ? 1 + world.dice().below(9) : versions.get(world.dice().below(versions.size()));
        int standing = life.summaries.getOrDefault(eventId, 0);
        Integer replaces = world.dice().oneIn(2) && standing > 0 ? standing : null;
        if (world.dice().oneIn(8)) {
            replaces = eventId + 1 + world.dice().below(9);
        }
        return new SubmissionSummary(eventId, "a summary", replaces, SubmissionSummary.Origin.CLIENT);
    }

    private Resubmission changed() {
        Instant expiresAt = world.faults().strikes(Fault.EXPIRY)
                ? world.instant(world.now() + world.dice().between(1, 60_000))
                : null;
        return new Resubmission(
                World.DIGEST,
                world.faults().strikes(Fault.RESUBMITTED_ELSEWHERE) ? Terms.OTHER : Terms.GATEWAY,
                world.dice().oneIn(2) ? Terms.LARGE : Terms.SMALL,
                Terms.CURRENCY,
                expiresAt,
                NullNode.getInstance());
    }

    private static OperatorOrder.Action[] sensible(Entry entry) {
        if (entry == null) {
            return ACTIONS;
        }
        return switch (entry.status()) {
            case PENDING_APPROVAL -> WHILE_PENDING;
            case RETURNED -> WHILE_RETURNED;
            default -> ACTIONS;
        };
    }
}
