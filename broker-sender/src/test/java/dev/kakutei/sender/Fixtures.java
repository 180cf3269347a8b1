package dev.kakutei.sender;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.TraceContext;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.InvalidGatewayFile;
import dev.kakutei.schemas.gateway.Limits;
import dev.kakutei.sender.gateway.GatewayClient;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Gateways and commands for tests. */
public final class Fixtures {
    public static final RequestId ID = RequestId.of("00000000-0000-7000-8000-000000000001");
    public static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    /** What a gateway sees of it: the same trace, and a span of its own. */
    public static final String CALL_TRACE = TraceContext.child(TRACE, "call");
    /** For calls that end by themselves: a busy machine has time, and below a test's limit, so the outcome is shown. */
    public static final Duration LONG_CALL = Duration.ofSeconds(50);
    /** Shorter than {@link #LONG_CALL}, so that it is in force. */
    private static final String LONG_CONNECT = "connect_timeout: 30s\n";

    private Fixtures() {}

    /** One payment of its own, whatever comes of it. */
    public static Outcome post(GatewayClient client) throws Exception {
        Report report = client.carryOut(payment(id()), () -> true).get(60, TimeUnit.SECONDS);
        return ((Report.AttemptReport) report).outcome();
    }

    public static Gateway gateway(String name, URI url, int concurrency) {
        return gateway(name, """
                class: idempotent
                url: %s
                paths: {order: /orders, payment: /payments}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                concurrency: %d
                network: {allow: [loopback]}
                retry: {jitter: none}
                status_query:
                  paths: {payment: "/payments/{request_id}"}
                  succeeded: [AUTHORIZED]
                  declined: [DECLINED]
                  pending: [PENDING]
                """.formatted(url, concurrency));
    }

    /** A gateway as its file says it, without the name. Where it says nothing of connecting, there is much time for it. */
    public static Gateway gateway(String name, String yaml) {
        try {
            String connect = yaml.contains("connect_timeout") ? "" : LONG_CONNECT;
            String file = "gateways:\n  " + name + ":\n" + (connect + yaml).indent(4);
            return GatewayFile.read(file).byName().get(name);
        } catch (InvalidGatewayFile e) {
            throw new IllegalArgumentException(e);
        }
    }

    public static Gateway limited(Gateway gateway, Limits limits) {
        return new Gateway(
                gateway.name(),
                gateway.gatewayClass(),
                gateway.url(),
                gateway.paths(),
                gateway.idempotency(),
                gateway.times(),
                gateway.callSettings(),
                gateway.answerRules(),
                limits,
                gateway.retry(),
                gateway.verification(),
                gateway.statusQuery());
    }

    public static Command.Send order(RequestId id, int attempt, String gateway, Duration window, Duration timeout) {
        Instant now = Instant.now();
        return new Command.Send(
                id,
                RequestKind.ORDER,
                gateway,
                attempt,
                now,
                now.plus(window),
                timeout.toMillis(),
                TRACE,
                orderBody(),
                null,
                0);
    }

    public static Command.Send order(RequestId id, String gateway) {
        return order(id, 1, gateway, Duration.ofMinutes(5), LONG_CALL);
    }

    public static Command.Send payment(RequestId id) {
        return payment(id, LONG_CALL);
    }

    public static Command.Send payment(RequestId id, Duration timeout) {
        Instant now = Instant.now();
        return new Command.Send(
                id,
                RequestKind.PAYMENT,
                "gw",
                1,
                now,
                now.plusSeconds(300),
                timeout.toMillis(),
                TRACE,
                paymentBody(),
                null,
                0);
    }

    public static Command.Inquire inquiry(RequestKind kind) {
        return inquiry(kind, Duration.ofMinutes(5));
    }

    public static Command.Inquire inquiry(RequestKind kind, Duration window) {
        Instant now = Instant.now();
        JsonNode body = kind == RequestKind.PAYMENT ? paymentBody() : orderBody();
        return new Command.Inquire(
                ID, kind, "gw", 1, now, now.plus(window), LONG_CALL.toMillis(), null, body, null, null, 0);
    }

    public static RequestId id() {
        return new RequestId(UUID.randomUUID());
    }

    public static ObjectNode orderBody() {
        ObjectNode body = Json.MAPPER.createObjectNode();
        body.put("account", "ACC-1")
                .put("instrument", "7203.T")
                .put("side", "buy")
                .put("quantity", "100");
        body.put("order_type", "limit").put("limit_price", "2500.5").put("currency", "JPY");
        body.putObject("metadata").put("shop", "tokyo");
        return body;
    }

    public static ObjectNode paymentBody() {
        ObjectNode body = Json.MAPPER.createObjectNode();
        body.put("amount", "1200.00").put("currency", "JPY").put("payment_method", "tok_visa");
        return body.put("reference", "INV-1");
    }
}
