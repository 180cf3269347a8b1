package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.Doorkeeper;
import dev.kakutei.ingest.access.Needs;
import dev.kakutei.ingest.action.Guard;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.BodyReader;
import dev.kakutei.ingest.admit.Refused;
import dev.kakutei.ingest.alert.AlertReader;
import dev.kakutei.ingest.meters.IngestMeters;
import dev.kakutei.ingest.search.Scope;
import dev.kakutei.ingest.search.SearchReader;
import dev.kakutei.ingest.store.Acceptance;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.ingest.store.NewRequest;
import dev.kakutei.ingest.stream.Streams;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateways;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What callers can ask for over HTTP, and the server that answers. Made without listening. */
public final class HttpDoor implements AutoCloseable {
    private final SubmitEndpoint submit;
    private final ReadEndpoint reads;
    private final StreamEndpoint stream;
    private final AlertEndpoint alerts;
    private final OperatorRoutes operators;
    private final Streams streams;
    private final HttpServer server;
    private final Waiters waiters;

    public HttpDoor(
            HttpConfig config,
            Doorkeeper doorkeeper,
            Supplier<Gateways> gateways,
            Function<NewRequest, CompletableFuture<Acceptance>> store,
            LedgerReader reader,
            SearchReader searches,
            AlertReader alerts,
            Streams streams,
            OperatorRoutes operators,
            Waiters waiters,
            IngestMeters meters,
            InstantSource clock) {
        this.reads = new ReadEndpoint(reader, searches, new PersonalView(new Guard(gateways)), clock);
        this.stream = new StreamEndpoint(reader, streams, clock);
        this.alerts = new AlertEndpoint(alerts);
        this.streams = streams;
        this.operators = operators;
        this.submit = new SubmitEndpoint(
                new Admission(gateways, config.deadlines()),
                new BodyReader(config.maxBodyBytes()),
                store,
                reader,
                waiters,
                clock);
        this.waiters = waiters;
        this.server =
                new HttpServer(config, new Entrance(doorkeeper, config), routes(), new ConsolePages(), meters, clock);
    }

    public void start() {
        server.start();
    }

    /** The port that is listened on. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        waiters.close();
        streams.close();
        operators.stopWaiting();
        server.close();
    }

    List<Route> routes() {
        return Stream.concat(callers().stream(), operators.routes().stream()).toList();
    }

    private List<Route> callers() {
        return List.of(
                new Route(
                        "POST",
                        "/do/order",
                        Needs.SUBMITTING,
                        (caller, context) -> submit.answer(RequestKind.ORDER, caller.client(), context)),
                new Route(
                        "POST",
                        "/payments",
                        Needs.SUBMITTING,
                        (caller, context) -> submit.answer(RequestKind.PAYMENT, caller.client(), context)),
                new Route(
                        "GET",
                        "/requests",
                        Needs.LOOKING,
                        (caller, context) -> reads.search(scope(caller, context), context)),
                new Route(
                        "GET",
                        "/requests/{key}",
                        Needs.LOOKING,
                        (caller, context) -> reads.show(caller, ClientParam.of(caller, context), context)),
                new Route(
                        "GET",
                        "/requests/{key}/events",
                        Needs.LOOKING,
                        (caller, context) -> reads.timeline(ClientParam.of(caller, context), context)),
                new Route(
                        "GET",
                        "/requests/{key}/stream",
                        Needs.LOOKING,
                        (caller, context) -> stream.open(ClientParam.of(caller, context), context)),
                new Route("GET", "/alerts", Needs.WATCHING, (caller, context) -> alerts.list(context)));
    }

    /** Who may not see everybody's is told so when it asks for another's, as at the other routes. */
    private static Scope scope(Caller caller, Context context) throws Refused {
        return caller.seesAll() ? Scope.everybody() : Scope.only(ClientParam.of(caller, context));
    }
}
