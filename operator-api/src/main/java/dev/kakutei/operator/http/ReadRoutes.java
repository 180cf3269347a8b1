package dev.kakutei.operator.http;

import dev.kakutei.access.Caller;
import dev.kakutei.access.RequiredRoles;
import dev.kakutei.http.ClientParam;
import dev.kakutei.http.Refused;
import dev.kakutei.http.Route;
import dev.kakutei.operator.action.Guard;
import dev.kakutei.operator.alert.AlertReader;
import dev.kakutei.operator.search.ClientScope;
import dev.kakutei.operator.search.SearchReader;
import dev.kakutei.operator.stream.Streams;
import dev.kakutei.store.read.LedgerReader;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;

/** Requests and alerts, for reading (SPEC A7). */
public final class ReadRoutes {
    private final ReadEndpoint reads;
    private final StreamEndpoint stream;
    private final AlertEndpoint alerts;

    public ReadRoutes(
            LedgerReader reader,
            SearchReader searches,
            AlertReader alerts,
            Streams streams,
            Guard guard,
            InstantSource clock) {
        this.reads = new ReadEndpoint(reader, searches, new PersonalView(guard), clock);
        this.stream = new StreamEndpoint(reader, streams, clock);
        this.alerts = new AlertEndpoint(alerts);
    }

    public List<Route> routes() {
        return List.of(
                new Route(
                        "GET",
                        "/requests",
                        RequiredRoles.VIEWING,
                        (caller, context) -> reads.search(scope(caller, context), context)),
                new Route(
                        "GET",
                        "/requests/{key}",
                        RequiredRoles.VIEWING,
                        (caller, context) -> reads.show(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "GET",
                        "/requests/{key}/events",
                        RequiredRoles.VIEWING,
                        (caller, context) -> reads.timeline(ClientParam.of(caller, context), context)),
                new Route(
                        "GET",
                        "/requests/{key}/stream",
                        RequiredRoles.VIEWING,
                        (caller, context) -> stream.open(ClientParam.of(caller, context), context)),
                new Route("GET", "/alerts", RequiredRoles.MONITORING, (caller, context) -> alerts.list(context)));
    }

    /** A caller that may not see all requests gets an error when it asks for another client's, as at the other routes. */
    private static ClientScope scope(Caller caller, Context context) throws Refused {
        return caller.seesAll() ? ClientScope.everyClient() : ClientScope.only(ClientParam.of(caller, context));
    }
}
