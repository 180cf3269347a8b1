package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.RequestKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All gateways of an installation, and which one a request goes to that names none.
 *
 * @param routes by kind; a kind without a route goes to the default
 * @param approvals which requests wait for a second person; the first rule that applies decides
 */
public record Gateways(
        String defaultGateway,
        Map<RequestKind, String> routes,
        Map<String, Gateway> byName,
        List<ApprovalRule> approvals) {
    public Gateways {
        requireNonNull(defaultGateway, "default");
        routes = Map.copyOf(routes);
        byName = Map.copyOf(byName);
        approvals = List.copyOf(approvals);
    }

    /** Nothing waits for approval. */
    public Gateways(String defaultGateway, Map<RequestKind, String> routes, Map<String, Gateway> byName) {
        this(defaultGateway, routes, byName, List.of());
    }

    public Optional<Gateway> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The name of the gateway for a request of this kind that does not name one. */
    public String route(RequestKind kind) {
        return routes.getOrDefault(kind, defaultGateway);
    }
}
