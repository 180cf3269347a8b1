package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import dev.kakutei.sender.render.NotRenderable;
import java.net.InetAddress;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shown is what is sent, but for the secrets. */
class GatewayDryRunTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
    private static final Map<String, String> ENVIRONMENT = Map.of("A", "s3cr3t-a", "B", "s3cr3t-b", "C", "s3cr3t-c");
    /** What the connection brings with it. */
    private static final Set<String> OF_THE_CONNECTION = Set.of("user-agent", "host", "content-length");

    private static final String BASE = """
            class: queryable
            url: %s
            paths: {payment: /p}
            network: {allow: [loopback]}
            status_query: {paths: {payment: "/p/{request_id}"}}
            request: {bodies: {payment: {sum: "{amount|number}", who: "{merchant_reference}"}}}
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "concurrency: 1",
                "auth: {bearer: {env: A}}",
                "auth: {basic: {user: us, password: {env: A}}}",
                "auth: {api_key: {header: X-Key, key: {env: A}}}",
                "headers: {X-Z: {env: B}, X-Y: 'plain {currency}', X-X: {env: C}}",
                "signature: {header: X-S, key: {env: A}, content: '{timestamp}{body}', prefix: 'v1=', timestamp_header: X-T}",
                "method: put\nrequest: {format: form}\nidempotency: {header: Key, ttl: 24h}",
            })
    void call_shown_isTheOneThatIsMade(String parts) throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Gateway gateway = gateway(server.url(), parts);
            for (Command command : new Command[] {payment(), Fixtures.inquiry(RequestKind.PAYMENT)}) {
                GatewayDryRun rehearsal = new GatewayDryRun(gateway, NOW);
                GatewayDryRun.Shown shown = command instanceof Command.Send send
                        ? rehearsal.send(send).orElseThrow()
                        : rehearsal.inquire((Command.Inquire) command).orElseThrow();
                RawServer.Seen seen = made(server, gateway, command);

                assertThat(shown.method()).isEqualTo(seen.method());
                assertThat(shown.uri().getRawPath()).isEqualTo(seen.path());
                assertThat(shown.body()).isEqualTo(seen.body());
                Map<String, String> sent = headers(seen);
                assertThat(shown.headers().keySet()).containsExactlyElementsOf(sent.keySet());
                assertThat(shown.toString()).doesNotContain("s3cr3t");
                sent.forEach((name, value) -> {
                    String mask = shown.headers().get(name);
                    if (mask.endsWith("***")) {
                        assertThat(value).startsWith(mask.substring(0, mask.length() - 3));
                    } else {
                        assertThat(value).isEqualTo(mask);
                    }
                });
            }
        }
    }

    @Test
    void request_thatDoesNotFit_saysWhy() {
        Gateway gateway =
                gateway(URI.create("http://127.0.0.1:1"), "request: {bodies: {payment: {a: '{amount|minor}'}}}");
        Command.Send command = payment();
        ((ObjectNode) command.request()).put("amount", "1.5");
        assertThatThrownBy(() -> new GatewayDryRun(gateway, NOW).send(command))
                .isInstanceOf(NotRenderable.class)
                .hasMessageContaining("amount");
    }

    @Test
    void kind_notOffered_isNotShown() throws Exception {
        Gateway gateway = gateway(URI.create("http://127.0.0.1:1"), "concurrency: 1");
        assertThat(new GatewayDryRun(gateway, NOW).send(Fixtures.order(Fixtures.ID, "gw")))
                .isEmpty();
    }

    @Test
    void answer_longerThanIsRead_isJudgedAsCutOff() {
        Gateway gateway = gateway(
                URI.create("http://127.0.0.1:1"),
                "max_response: 1KiB\nresponse_success_criteria: {conditions: [{path: $.ok, operation: eq, value: true}]}");
        String body = "{\"ok\":true,\"filler\":\"" + "x".repeat(2000) + "\"}";
        Outcome outcome = new GatewayDryRun(gateway, NOW)
                .judge(payment(), new GatewayDryRun.GivenAnswer(200, Map.of(), body))
                .outcome();
        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void question_toAGatewayThatCannotBeAsked_isRefused() {
        Gateway gateway = Fixtures.gateway("gw", "class: neither\nurl: 'http://127.0.0.1:1'\npaths: {payment: /p}\n");
        assertThatThrownBy(() -> new GatewayDryRun(gateway, NOW)
                        .judge(
                                Fixtures.inquiry(RequestKind.PAYMENT),
                                new GatewayDryRun.GivenAnswer(200, Map.of(), "{}")))
                .hasMessage("gw cannot be asked: it has no status_query");
    }

    private static Command.Send payment() {
        return Fixtures.payment(Fixtures.ID);
    }

    /** The parts go before what the base says of the same name. */
    private static Gateway gateway(URI url, String parts) {
        StringBuilder yaml = new StringBuilder(parts.indent(0));
        BASE.formatted(url)
                .lines()
                .filter(line -> !parts.contains(line.substring(0, line.indexOf(':') + 1)))
                .forEach(line -> yaml.append(line).append('\n'));
        return Fixtures.gateway("gw", yaml.toString());
    }

    private static RawServer.Seen made(RawServer server, Gateway gateway, Command command) throws Exception {
        try (GatewayClient client = new GatewayClient(
                gateway, "s-1", () -> NOW, Secrets.of(gateway, ENVIRONMENT), InetAddress::getAllByName)) {
            client.start();
            client.carryOut(command, () -> true).get(60, TimeUnit.SECONDS);
        }
        return server.seen().get(server.seen().size() - 1);
    }

    private static Map<String, String> headers(RawServer.Seen seen) {
        Map<String, String> headers = new LinkedHashMap<>();
        seen.head().lines().skip(1).filter(line -> !line.isEmpty()).forEach(line -> {
            String name = line.substring(0, line.indexOf(':'));
            if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, line.substring(name.length() + 1).trim());
            }
        });
        return headers;
    }
}
