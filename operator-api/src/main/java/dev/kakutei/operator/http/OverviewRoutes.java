package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.access.AccessConfig;
import dev.kakutei.access.Caller;
import dev.kakutei.access.ClientRole;
import dev.kakutei.access.RequiredRoles;
import dev.kakutei.http.HttpReply;
import dev.kakutei.http.Route;
import dev.kakutei.operator.overview.FlowReader;
import dev.kakutei.operator.overview.HealthBoard;
import dev.kakutei.operator.overview.LagReader;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateways;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Who the caller is, and how everything is: the overview, the lag, the gateways (SPEC F6). */
public final class OverviewRoutes {
    private final AccessConfig.Mode mode;
    private final Supplier<Gateways> gateways;
    private final OverviewEndpoint overview;

    public OverviewRoutes(
            FlowReader flows, LagReader lags, HealthBoard board, Supplier<Gateways> gateways, AccessConfig.Mode mode) {
        this.mode = mode;
        this.gateways = gateways;
        this.overview = new OverviewEndpoint(flows, lags, board, gateways);
    }

    public List<Route> routes() {
        return List.of(
                new Route("GET", "/me", RequiredRoles.VIEWING, (caller, context) -> me(caller)),
                new Route("GET", "/overview", RequiredRoles.VIEWING, (caller, context) -> overview.answer(caller)),
                new Route("GET", "/lag", RequiredRoles.MONITORING, (caller, context) -> overview.lag()),
                new Route("GET", "/gateways", RequiredRoles.VIEWING, (caller, context) -> gateways()));
    }

    private CompletableFuture<HttpReply> me(Caller caller) {
        ObjectNode view = Json.MAPPER.createObjectNode();
        view.put("client", caller.client());
        ArrayNode roles = view.putArray("roles");
        caller.roles().stream().sorted().map(ClientRole::word).forEach(roles::add);
        view.put("mode", mode == AccessConfig.Mode.KEYS ? "keys" : "open");
        String version = OverviewRoutes.class.getPackage().getImplementationVersion();
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
