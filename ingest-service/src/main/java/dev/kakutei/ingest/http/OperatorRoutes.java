package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.access.AccessConfig;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.ClientRole;
import dev.kakutei.ingest.access.RequiredRoles;
import dev.kakutei.ingest.action.ActionService;
import dev.kakutei.ingest.action.Guard;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.RequestBodyReader;
import dev.kakutei.ingest.bulk.BulkTable;
import dev.kakutei.ingest.overview.FlowReader;
import dev.kakutei.ingest.overview.HealthBoard;
import dev.kakutei.ingest.overview.LagReader;
import dev.kakutei.ingest.search.SearchReader;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ingest.store.ReadThreads;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The routes for operators and approvers: who they are, the overview, and acting on requests (SPEC C9, C10, F6). */
public final class OperatorRoutes {
    private final AccessConfig.Mode mode;
    private final Supplier<Gateways> gateways;
    private final ActionService actionService;
    private final ActionEndpoint actions;
    private final ApprovalEndpoint approvals;
    private final OverviewEndpoint overview;
    private final BulkEndpoint bulk;
    private final ReadThreads threads = new ReadThreads("ingest-jobs", 2, 200);

    public OperatorRoutes(
            HttpConfig config,
            AccessConfig.Mode mode,
            Supplier<Gateways> gateways,
            LedgerReader reader,
            ActionService actionService,
            FlowReader flows,
            LagReader lags,
            HealthBoard board,
            SearchReader searches,
            BulkTable jobs,
            int maxRequests,
            InstantSource clock) {
        this.mode = mode;
        this.gateways = gateways;
        this.actionService = actionService;
        this.overview = new OverviewEndpoint(flows, lags, board, gateways);
        PersonalView view = new PersonalView(new Guard(gateways));
        RequestBodyReader bodies = new RequestBodyReader(config.maxBodyBytes());
        ActionHandler handler = new ActionHandler(actionService, view, clock, new ActionAnswers(reader, view, clock));
        this.actions = new ActionEndpoint(bodies, reader, actionService, handler, clock);
        this.approvals = new ApprovalEndpoint(
                bodies, new Admission(gateways, config.deadlines()), reader, actionService, handler, clock);
        this.bulk = new BulkEndpoint(bodies, jobs, threads, searches, view, maxRequests, clock);
    }

    private List<Route> bulkRoutes() {
        String job = "/bulk-actions/{id}";
        return List.of(
                new Route("POST", "/bulk-actions", RequiredRoles.ACTING, bulk::create),
                new Route("GET", "/bulk-actions", RequiredRoles.MONITORING, (caller, context) -> bulk.list()),
                new Route("GET", job, RequiredRoles.MONITORING, (caller, context) -> bulk.show(context)),
                new Route("POST", job + "/pause", RequiredRoles.ACTING, (caller, context) -> bulk.pause(context)),
                new Route("POST", job + "/resume", RequiredRoles.ACTING, (caller, context) -> bulk.resume(context)),
                new Route("POST", job + "/cancel", RequiredRoles.ACTING, (caller, context) -> bulk.cancel(context)));
    }

    List<Route> routes() {
        return Stream.concat(singleRoutes().stream(), bulkRoutes().stream()).toList();
    }

    private List<Route> singleRoutes() {
        return List.of(
                new Route("GET", "/me", RequiredRoles.VIEWING, (caller, context) -> me(caller)),
                new Route("GET", "/overview", RequiredRoles.VIEWING, (caller, context) -> overview.answer(caller)),
                new Route("GET", "/lag", RequiredRoles.MONITORING, (caller, context) -> overview.lag()),
                new Route("GET", "/gateways", RequiredRoles.VIEWING, (caller, context) -> gateways()),
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

    /** Answers waiting callers with what is known, because the listener closes. */
    void stopWaiting() {
        actionService.stopWaiting();
        threads.close();
    }

    private CompletableFuture<HttpReply> me(Caller caller) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("client", caller.client());
        ArrayNode roles = view.putArray("roles");
        caller.roles().stream().sorted().map(ClientRole::word).forEach(roles::add);
        view.put("mode", mode.name().toLowerCase(Locale.ROOT));
        String version = OperatorRoutes.class.getPackage().getImplementationVersion();
        view.put("version", version == null ? "not packaged" : version);
        return CompletableFuture.completedFuture(HttpReply.json(200, view));
    }

    private CompletableFuture<HttpReply> gateways() {
        Gateways now = gateways.get();
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("default", now.defaultGateway());
        ArrayNode list = view.putArray("gateways");
        now.byName().values().stream()
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .forEach(gateway -> {
                    ObjectNode each = list.addObject();
                    each.put("name", gateway.name());
                    each.put("class", gateway.gatewayClass().name().toLowerCase(Locale.ROOT));
                    each.put("can_be_asked", gateway.statusQuery() != null);
                    ArrayNode kinds = each.putArray("kinds");
                    gateway.paths().keySet().stream().sorted().forEach(kind -> kinds.add(kind.wire()));
                });
        return CompletableFuture.completedFuture(HttpReply.json(200, view));
    }
}
