package dev.kakutei.operator.http;

import dev.kakutei.access.RequiredRoles;
import dev.kakutei.http.ClientParam;
import dev.kakutei.http.Route;
import dev.kakutei.operator.action.ActionService;
import dev.kakutei.operator.action.Guard;
import dev.kakutei.store.read.LedgerReader;
import java.time.InstantSource;
import java.util.List;

/** Acting on one request, as an operator, an approver or a submitter (SPEC C9, C10). */
public final class ActionRoutes {
    private final ActionEndpoint actions;
    private final ApprovalEndpoint approvals;

    public ActionRoutes(
            RequestReading reading,
            LedgerReader reader,
            ActionService actionService,
            Guard guard,
            InstantSource clock) {
        PersonalView view = new PersonalView(guard);
        ActionHandler handler = new ActionHandler(actionService, view, clock, new ActionAnswers(reader, view, clock));
        this.actions = new ActionEndpoint(reading.bodies(), reader, actionService, handler, clock);
        this.approvals = new ApprovalEndpoint(reading, reader, actionService, handler, clock);
    }

    public List<Route> routes() {
        return List.of(
                new Route(
                        "POST",
                        "/requests/{key}/actions",
                        RequiredRoles.ACTING,
                        (caller, context) -> actions.answer(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/approve",
                        RequiredRoles.APPROVING,
                        (caller, context) -> approvals.approve(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/return",
                        RequiredRoles.APPROVING,
                        (caller, context) -> approvals.giveBack(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/resubmit",
                        RequiredRoles.SUBMITTING,
                        (caller, context) -> approvals.resubmit(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/comments",
                        RequiredRoles.VIEWING,
                        (caller, context) -> approvals.comment(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/summaries",
                        RequiredRoles.SUMMARISING,
                        (caller, context) -> approvals.summarise(caller, ClientParam.of(caller, context), context)));
    }
}
