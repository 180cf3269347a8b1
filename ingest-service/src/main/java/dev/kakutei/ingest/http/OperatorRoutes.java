package dev.kakutei.ingest.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.access.AccessConfig;
import dev.kakutei.ingest.access.Caller;
import dev.kakutei.ingest.access.Needs;
import dev.kakutei.ingest.access.Role;
import dev.kakutei.ingest.admit.BodyReader;
import dev.kakutei.ingest.order.OrderDesk;
import dev.kakutei.ingest.store.LedgerReader;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What those who run it ask for: who they are, what there is, and acting on requests (SPEC C10, F6). */
public final class OperatorRoutes {
    private final AccessConfig.Mode mode;
    private final Supplier<Gateways> gateways;
    private final OrderDesk desk;
    private final OrderEndpoint orders;

    public OperatorRoutes(
            HttpConfig config,
            AccessConfig.Mode mode,
            Supplier<Gateways> gateways,
            LedgerReader reader,
            OrderDesk desk,
            InstantSource clock) {
        this.mode = mode;
        this.gateways = gateways;
        this.desk = desk;
        PersonalView view = new PersonalView(gateways);
        this.orders = new OrderEndpoint(
                new BodyReader(config.maxBodyBytes()),
                reader,
                desk,
                view,
                clock,
                new OrderAnswers(reader, view, clock));
    }

    List<Route> routes() {
        return List.of(
                new Route("GET", "/me", Needs.LOOKING, (caller, context) -> me(caller)),
                new Route("GET", "/gateways", Needs.LOOKING, (caller, context) -> gateways()),
                new Route(
                        "POST",
                        "/requests/{key}/orders",
                        Needs.ORDERING,
                        (caller, context) -> orders.answer(caller, ClientParam.of(caller, context), context)));
    }

    /** Who waits is answered with what is known: the door closes. */
    void stopWaiting() {
        desk.stopWaiting();
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
