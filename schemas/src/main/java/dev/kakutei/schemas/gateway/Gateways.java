package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.RequestKind;
import java.util.Map;
import java.util.Optional;

/**
 * All gateways of an installation, and which one a request goes to that names none.
 *
 * @param routes by kind; a kind without a route goes to the default
 */
public record Gateways(String defaultGateway, Map<RequestKind, String> routes, Map<String, Gateway> byName) {
    public Gateways {
        requireNonNull(defaultGateway, "default");
        routes = Map.copyOf(routes);
        byName = Map.copyOf(byName);
    }

    public Optional<Gateway> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The name of the gateway for a request of this kind that does not name one. */
    public String route(RequestKind kind) {
        return routes.getOrDefault(kind, defaultGateway);
    }
}
