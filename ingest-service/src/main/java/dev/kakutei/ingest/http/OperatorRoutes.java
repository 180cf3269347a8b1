package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.access.AccessConfig;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.Needs;
import dev.kakutei.ingest.access.Role;
import dev.kakutei.ingest.action.ActionService;
import dev.kakutei.ingest.action.Guard;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.BodyReader;
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

/** What those who run it ask for: who they are, what there is, and acting on requests (SPEC C9, C10, F6). */
public final class OperatorRoutes {
    private final AccessConfig.Mode mode;
    private final Supplier<Gateways> gateways;
    private final ActionService desk;
    private final ActionEndpoint orders;
    private final ApprovalEndpoint approvals;
    private final OverviewEndpoint overview;
    private final BulkEndpoint bulk;
    private final ReadThreads threads = new ReadThreads("ingest-jobs", 2, 200);

    public OperatorRoutes(
            HttpConfig config,
            AccessConfig.Mode mode,
            Supplier<Gateways> gateways,
            LedgerReader reader,
            ActionService desk,
            FlowReader flows,
            LagReader lags,
            HealthBoard board,
            SearchReader searches,
            BulkTable jobs,
            int mostOfAJob,
            InstantSource clock) {
        this.mode = mode;
        this.gateways = gateways;
        this.desk = desk;
        this.overview = new OverviewEndpoint(flows, lags, board, gateways);
        PersonalView view = new PersonalView(new Guard(gateways));
        BodyReader bodies = new BodyReader(config.maxBodyBytes());
        ActionHandler counter = new ActionHandler(desk, view, clock, new ActionAnswers(reader, view, clock));
        this.orders = new ActionEndpoint(bodies, reader, desk, counter, clock);
        this.approvals =
                new ApprovalEndpoint(bodies, new Admission(gateways, config.deadlines()), reader, desk, counter, clock);
        this.bulk = new BulkEndpoint(bodies, jobs, threads, searches, view, mostOfAJob, clock);
    }

    private List<Route> bulkRoutes() {
        String job = "/bulk-orders/{id}";
        return List.of(
                new Route("POST", "/bulk-orders", Needs.ORDERING, bulk::create),
                new Route("GET", "/bulk-orders", Needs.WATCHING, (caller, context) -> bulk.list()),
                new Route("GET", job, Needs.WATCHING, (caller, context) -> bulk.show(context)),
                new Route("POST", job + "/pause", Needs.ORDERING, (caller, context) -> bulk.pause(context)),
                new Route("POST", job + "/resume", Needs.ORDERING, (caller, context) -> bulk.resume(context)),
                new Route("POST", job + "/cancel", Needs.ORDERING, (caller, context) -> bulk.cancel(context)));
    }

    List<Route> routes() {
        return Stream.concat(singleRoutes().stream(), bulkRoutes().stream()).toList();
    }

    private List<Route> singleRoutes() {
        return List.of(
                new Route("GET", "/me", Needs.LOOKING, (caller, context) -> me(caller)),
                new Route("GET", "/overview", Needs.LOOKING, (caller, context) -> overview.answer(caller)),
                new Route("GET", "/lag", Needs.WATCHING, (caller, context) -> overview.lag()),
                new Route("GET", "/gateways", Needs.LOOKING, (caller, context) -> gateways()),
                new Route(
                        "POST",
                        "/requests/{key}/orders",
                        Needs.ORDERING,
                        (caller, context) -> orders.answer(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/approve",
                        Needs.APPROVING,
                        (caller, context) -> approvals.approve(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/return",
                        Needs.APPROVING,
                        (caller, context) -> approvals.giveBack(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/resubmit",
                        Needs.SUBMITTING,
                        (caller, context) -> approvals.resubmit(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/comments",
                        Needs.LOOKING,
                        (caller, context) -> approvals.comment(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "POST",
                        "/requests/{key}/summaries",
                        Needs.SUMMARISING,
                        (caller, context) -> approvals.summarise(caller, ClientParam.of(caller, context), context)));
    }

    /** Who waits is answered with what is known: the door closes. */
    void stopWaiting() {
        desk.stopWaiting();
        threads.close();
    }

    private CompletableFuture<Reply> me(Caller caller) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("client", caller.client());
        ArrayNode roles = view.putArray("roles");
        caller.roles().stream().sorted().map(Role::word).forEach(roles::add);
        view.put("mode", mode.name().toLowerCase(Locale.ROOT));
        String version = OperatorRoutes.class.getPackage().getImplementationVersion();
        view.put("version", version == null ? "not packaged" : version);
        return CompletableFuture.completedFuture(Reply.json(200, view));
    }

    private CompletableFuture<Reply> gateways() {
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
        return CompletableFuture.completedFuture(Reply.json(200, view));
    }
}
