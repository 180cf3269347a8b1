package dev.kakutei.simulation;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Observation;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Resubmission;
import dev.kakutei.schemas.SubmissionSummary;
import java.time.Instant;
import java.util.List;

/**
 * Whoever approves, and whoever submitted: they look at a request now and then and do what may be done with it, or what
 * may not. They may be late, request an action twice, and try to decide on what is their own.
 */
final class SimulatedApprover {
    static final String SUBMITTER = "client";
    private static final String APPROVER = "another";

    private static final OperatorAction.Type[] ACTIONS = {
        OperatorAction.Type.APPROVE,
        OperatorAction.Type.RETURN,
        OperatorAction.Type.RESUBMIT,
        OperatorAction.Type.COMMENT,
        OperatorAction.Type.ATTACH_SUMMARY
    };
    private static final OperatorAction.Type[] WHILE_PENDING = {
        OperatorAction.Type.APPROVE, OperatorAction.Type.APPROVE, OperatorAction.Type.RETURN
    };
    private static final OperatorAction.Type[] WHILE_RETURNED = {OperatorAction.Type.RESUBMIT};

    private final World world;
    private int actions;

    SimulatedApprover(World world) {
        this.world = world;
    }

    void look(SimulatedRequest request) {
        Entry entry = request.lastState();
        // before the ledger hears of it, people see its acceptance
        int seq = entry == null ? 1 : entry.seq();
        OperatorAction.Type[] types = world.dice().oneIn(3) ? ACTIONS : sensible(entry);
        OperatorAction.Type type = types[world.dice().below(types.length)];
        boolean roleMissing = type.neededRole() == null || world.faults().strikes(SimulatedFault.ROLE_MISSING);
        OperatorAction.Role role = roleMissing ? OperatorAction.Role.VIEWER : type.neededRole();
        boolean outdated = seq > 1 && world.faults().strikes(SimulatedFault.ACTION_OUTDATED);
        boolean own = type == OperatorAction.Type.RESUBMIT || world.faults().strikes(SimulatedFault.OWN_REQUEST);
        int basedOn = outdated ? (int) world.dice().between(1, seq - 1) : seq;
        OperatorAction action = new OperatorAction(
                "action-" + ++actions,
                request.accepted.requestId(),
                basedOn,
                type,
                own ? SUBMITTER : APPROVER,
                role,
                type == OperatorAction.Type.ATTACH_SUMMARY ? null : "a reason",
                world.senderInstant(),
                type == OperatorAction.Type.RESUBMIT ? changed() : null,
                null,
                type == OperatorAction.Type.ATTACH_SUMMARY ? summary(request) : null);
        if (type == OperatorAction.Type.RETURN) {
            world.losses().perhapsAfterReturn(request);
        } else if (type == OperatorAction.Type.RESUBMIT) {
            request.journal.mayBeSentTo(action.resubmission().gateway(), basedOn);
            world.losses()
                    .perhapsAfterResubmission(request, action.resubmission().gateway());
        }
        Observation actionRequested = new Observation.ActionRequested(action);
        world.observeLater(request, actionRequested, world.now() + world.dice().between(0, 2_000));
        if (world.faults().strikes(SimulatedFault.ACTION_REPEATED)) {
            long later = world.dice().between(0, world.dice().oneIn(2) ? 2_000 : 60_000);
            world.observeLater(request, actionRequested, world.now() + later);
        }
    }

    /** Of one of its versions, mostly; of an event that is none, sometimes; and in the place of any summary, or of none. */
    private SubmissionSummary summary(SimulatedRequest request) {
        List<Integer> versions = List.copyOf(request.summaries.keySet());
        boolean any = versions.isEmpty() || world.dice().oneIn(4);
        int eventId =
                any ? 1 + world.dice().below(9) : versions.get(world.dice().below(versions.size()));
        int current = request.summaries.getOrDefault(eventId, 0);
        Integer replaces = world.dice().oneIn(2) && current > 0 ? current : null;
        if (world.dice().oneIn(8)) {
            replaces = eventId + 1 + world.dice().below(9);
        }
        return new SubmissionSummary(eventId, "a summary", replaces, SubmissionSummary.Origin.CLIENT);
    }

    private Resubmission changed() {
        Instant expiresAt = world.faults().strikes(SimulatedFault.EXPIRY)
                ? world.instant(world.now() + world.dice().between(1, 60_000))
                : null;
        return new Resubmission(
                World.DIGEST,
                world.faults().strikes(SimulatedFault.RESUBMITTED_ELSEWHERE)
                        ? GatewayContracts.OTHER
                        : GatewayContracts.GATEWAY,
                world.dice().oneIn(2) ? GatewayContracts.LARGE : GatewayContracts.SMALL,
                GatewayContracts.CURRENCY,
                expiresAt,
                NullNode.getInstance());
    }

    private static OperatorAction.Type[] sensible(Entry entry) {
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
