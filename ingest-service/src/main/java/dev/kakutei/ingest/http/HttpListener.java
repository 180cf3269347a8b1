package dev.kakutei.ingest.http;

import dev.kakutei.ingest.access.Authenticator;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.RequiredRoles;
import dev.kakutei.ingest.action.Guard;
import dev.kakutei.ingest.admit.Admission;
import dev.kakutei.ingest.admit.Refused;
import dev.kakutei.ingest.admit.RequestBodyReader;
import dev.kakutei.ingest.alert.AlertReader;
import dev.kakutei.ingest.metrics.IngestMetrics;
import dev.kakutei.ingest.search.ClientScope;
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

/** The HTTP API: its routes, and the server that answers them. Constructed without listening. */
public final class HttpListener implements AutoCloseable {
    private final SubmitEndpoint submit;
    private final ReadEndpoint reads;
    private final StreamEndpoint stream;
    private final AlertEndpoint alerts;
    private final OperatorRoutes operators;
    private final Streams streams;
    private final HttpServer server;
    private final Waiters waiters;

    public HttpListener(
            HttpConfig config,
            Authenticator authenticator,
            Supplier<Gateways> gateways,
            Function<NewRequest, CompletableFuture<Acceptance>> store,
            LedgerReader reader,
            SearchReader searches,
            AlertReader alerts,
            Streams streams,
            OperatorRoutes operators,
            Waiters waiters,
            IngestMetrics metrics,
            InstantSource clock) {
        this.reads = new ReadEndpoint(reader, searches, new PersonalView(new Guard(gateways)), clock);
        this.stream = new StreamEndpoint(reader, streams, clock);
        this.alerts = new AlertEndpoint(alerts);
        this.streams = streams;
        this.operators = operators;
        this.submit = new SubmitEndpoint(
                new Admission(gateways, config.deadlines()),
                new RequestBodyReader(config.maxBodyBytes()),
                store,
                reader,
                waiters,
                clock);
        this.waiters = waiters;
        this.server = new HttpServer(
                config, new RequestAuthentication(authenticator, config), routes(), new ConsolePages(), metrics, clock);
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
        Stream<Route> submitting = Stream.of(RequestKind.values()).map(this::submitting);
        return Stream.of(submitting, callers().stream(), operators.routes().stream())
                .flatMap(routes -> routes)
                .toList();
    }

    private Route submitting(RequestKind kind) {
        return new Route(
                "POST",
                kind.path(),
                RequiredRoles.SUBMITTING,
                (caller, context) -> submit.answer(kind, caller.client(), context));
    }

    private List<Route> callers() {
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
