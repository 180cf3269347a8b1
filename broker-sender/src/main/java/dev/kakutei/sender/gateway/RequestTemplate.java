package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.render.BodyWriter;
import dev.kakutei.sender.render.HeaderTemplates;
import dev.kakutei.sender.render.NotRenderable;
import dev.kakutei.sender.render.PathTemplate;
import dev.kakutei.sender.render.Values;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Turns a command into the request that goes over the wire, all but its secrets. Pure, and compiled once: what the file
 * says is understood when it is made.
 */
final class RequestTemplate {
    private final Gateway gateway;
    private final Map<RequestKind, PathTemplate> posts;
    private final Map<RequestKind, PathTemplate> questions;
    private final BodyWriter bodies;
    private final HeaderTemplates headers;

    RequestTemplate(Gateway gateway) {
        this.gateway = gateway;
        this.posts = paths(gateway.url(), gateway.paths());
        this.questions = gateway.statusQuery() == null
                ? Map.of()
                : paths(gateway.url(), gateway.statusQuery().paths());
        this.bodies = new BodyWriter(gateway.callSettings());
        this.headers = new HeaderTemplates(gateway.callSettings().headers());
    }

    /** Empty where the gateway does not offer this kind of request. */
    Optional<Outgoing> send(Command.Send command) throws NotRenderable {
        PathTemplate path = posts.get(command.kind());
        if (path == null) {
            return Optional.empty();
        }
        Map<String, String> all = own(command);
        all.put("Content-Type", bodies.contentType());
        all.put("Kakutei-Attempt", Integer.toString(command.attempt()));
        if (gateway.idempotencyHeader() != null) {
            all.put(gateway.idempotencyHeader(), command.requestId().toString());
        }
        all.putAll(headers.render(new Values(command)));
        return Optional.of(new Outgoing(
                gateway.callSettings().method().name(),
                path.render(command.requestId(), null),
                all,
                bodies.write(command),
                timeout(command)));
    }

    /** Empty where the gateway cannot be asked about this kind of request. */
    Optional<Outgoing> inquire(Command.Inquire command) throws NotRenderable {
        PathTemplate path = questions.get(command.kind());
        if (path == null) {
            return Optional.empty();
        }
        Map<String, String> all = own(command);
        all.putAll(headers.render(new Values(command)));
        return Optional.of(new Outgoing(
                "GET", path.render(command.requestId(), command.gatewayReference()), all, null, timeout(command)));
    }

    /** Whether the gateway is asked by its own reference, and none is known. */
    boolean lacksReference(Command.Inquire command) {
        PathTemplate path = questions.get(command.kind());
        return path != null && path.needsGatewayReference() && command.gatewayReference() == null;
    }

    private static Map<String, String> own(Command command) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json");
        String trace = TraceContext.child(command.traceparent(), "call");
        if (trace != null) {
            headers.put(TraceContext.HEADER, trace);
        }
        return headers;
    }

    private static Map<RequestKind, PathTemplate> paths(URI url, Map<RequestKind, String> paths) {
        Map<RequestKind, PathTemplate> templates = new EnumMap<>(RequestKind.class);
        paths.forEach((kind, path) -> templates.put(kind, new PathTemplate(url, path)));
        return templates;
    }

    private static Duration timeout(Command command) {
        return Duration.ofMillis(command.callTimeoutMillis());
    }
}
