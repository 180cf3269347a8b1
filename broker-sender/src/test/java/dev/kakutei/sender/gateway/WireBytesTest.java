package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import dev.kakutei.testkit.Await;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC D1: exactly what is sent, as a server sees it that reads bytes and knows nothing of HTTP. */
class WireBytesTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.890Z");
    private static final Map<String, String> ENVIRONMENT =
            Map.of("TOKEN", "tok-1+/=", "PASSWORD", "pä:ss", "KEY", "k-1", "HMAC", "hmac key");

    private static final String STATUS_QUERY =
            "status_query: {paths: {payment: \"/charges/{request_id}/state?by={request_id}\"}}\n";

    private static Gateway gateway(RawServer server, String parts) {
        return Fixtures.gateway(
                "gw", """
                class: idempotent
                url: %s/v1/
                idempotency: {header: Idempotency-Key, ttl: 24h}
                network: {allow: [loopback]}
                """.formatted(server.url()) + (parts.contains("status_query") ? "" : STATUS_QUERY) + parts);
    }

    private static Report carryOut(Gateway gateway, Command command) throws Exception {
        try (GatewayClient client = new GatewayClient(
                gateway, "s-1", () -> NOW, Secrets.of(gateway, ENVIRONMENT), InetAddress::getAllByName)) {
            client.start();
            return client.carryOut(command, () -> true).get(60, TimeUnit.SECONDS);
        }
    }

    private static RawServer.Seen seen(String parts, Command command) throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Report report = carryOut(gateway(server, parts), command);
            assertThat(server.seen()).as("%s", report).hasSize(1);
            RawServer.Seen seen = server.seen().get(0);
            return new RawServer.Seen(seen.head().replace(server.url().getAuthority(), "HOST"), seen.body());
        }
    }

    private static Command.Send payment() {
        return Fixtures.payment(Fixtures.ID);
    }

    private static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n\r\n";
    }

    @Test
    void send_formGateway_isTheseBytes() throws Exception {
        RawServer.Seen seen = seen("""
                paths: {payment: /charges}
                auth: {basic: {user: sk_live, password: {env: PASSWORD}}}
                headers: {Stripe-Version: "2024-06-20"}
                request:
                  format: form
                  bodies:
                    payment:
                      amount: "{amount|minor}"
                      currency: "{currency|lower}"
                      source: "{payment_method}"
                      description: "Invoice {merchant_reference} & co"
                      metadata: {order: "{request_id}", shop: "{metadata.shop}"}
                """, payment());

        String body = "amount=1200&currency=jpy&source=tok_visa&description=Invoice+INV-1+%26+co&metadata[order]="
                + Fixtures.ID;
        assertThat(seen.body()).isEqualTo(body);
        assertThat(seen.head())
                .isEqualTo(lines(
                        "POST /v1/charges HTTP/1.1",
                        "User-Agent: kakutei",
                        "Accept: application/json",
                        "traceparent: " + Fixtures.CALL_TRACE,
                        "Content-Type: application/x-www-form-urlencoded",
                        "Kakutei-Attempt: 1",
                        "Idempotency-Key: " + Fixtures.ID,
                        "Stripe-Version: 2024-06-20",
                        "Authorization: Basic " + Base64.getEncoder().encodeToString("sk_live:pä:ss".getBytes(UTF_8)),
                        "Host: HOST",
                        "Content-Length: " + body.length()));
    }

    @Test
    void send_jsonTemplateByPut_isTheseBytes() throws Exception {
        RawServer.Seen seen = seen("""
                method: put
                paths: {payment: "/charges/{request_id}"}
                auth: {bearer: {env: TOKEN}}
                headers: {X-Ref: "ref {merchant_reference}", X-Try: "{attempt}", X-None: "{metadata.none}", X-Secret: {env: KEY}}
                request:
                  bodies:
                    payment: {amount: {value: "{amount|number}", unit: "{currency}"}, meta: "{metadata}"}
                """, payment());

        String body = "{\"amount\":{\"value\":1200.00,\"unit\":\"JPY\"}}";
        assertThat(seen.body()).isEqualTo(body);
        assertThat(seen.head())
                .isEqualTo(lines(
                        "PUT /v1/charges/" + Fixtures.ID + " HTTP/1.1",
                        "User-Agent: kakutei",
                        "Accept: application/json",
                        "traceparent: " + Fixtures.CALL_TRACE,
                        "Content-Type: application/json",
                        "Kakutei-Attempt: 1",
                        "Idempotency-Key: " + Fixtures.ID,
                        "X-Ref: ref INV-1",
                        "X-Try: 1",
                        "Authorization: Bearer tok-1+/=",
                        "X-Secret: k-1",
                        "Host: HOST",
                        "Content-Length: " + body.length()));
    }

    @Test
    void inquire_gatewayWithCredentials_isTheseBytes() throws Exception {
        RawServer.Seen seen = seen("""
                paths: {payment: /charges}
                auth: {api_key: {header: X-Api-Key, key: {env: KEY}}}
                headers: {Accept: application/vnd.bank+json, X-Try: "{attempt}"}
                """, Fixtures.inquiry(RequestKind.PAYMENT));

        assertThat(seen.body()).isEmpty();
        assertThat(seen.head())
                .isEqualTo(lines(
                        "GET /v1/charges/" + Fixtures.ID + "/state?by=" + Fixtures.ID + " HTTP/1.1",
                        "User-Agent: kakutei",
                        "Accept: application/vnd.bank+json",
                        "X-Api-Key: k-1",
                        "Host: HOST"));
    }

    /** What is signed as the path is what stands on the first line, whatever characters it has. */
    @Test
    void inquire_pathWithBracketsAndEscapes_isOnTheWireAsItWasWritten() throws Exception {
        RawServer.Seen seen = seen("""
                paths: {payment: /charges}
                signature: {header: X-Signature, key: {env: HMAC}, content: "{path}"}
                status_query: {paths: {payment: "/charges?meta[id]={request_id}&x=a%20b+c"}}
                """, Fixtures.inquiry(RequestKind.PAYMENT));

        assertThat(seen.path()).isEqualTo("/v1/charges?meta[id]=" + Fixtures.ID + "&x=a%20b+c");
        assertThat(seen.header("X-Signature")).isEqualTo(sign("HmacSHA256", "hex", seen.path()));
    }

    @ParameterizedTest(name = "{index}: {0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "hmac-sha256 | hex    | HmacSHA256",
                "hmac-sha512 | hex    | HmacSHA512",
                "hmac-sha256 | base64 | HmacSHA256",
                "hmac-sha512 | base64 | HmacSHA512",
            })
    void send_signed_coversTheBytesThatCame(String algorithm, String encoding, String mac) throws Exception {
        RawServer.Seen seen = seen("""
                paths: {payment: "/charges?kind=card"}
                signature:
                  header: X-Signature
                  key: {env: HMAC}
                  algorithm: %s
                  encoding: %s
                  content: "{timestamp}.{method}.{path}.{body}"
                  prefix: "v1="
                  timestamp_header: X-Timestamp
                """.formatted(algorithm, encoding), payment());

        assertThat(seen.header("X-Timestamp")).isEqualTo("1772600767");
        assertThat(seen.path()).isEqualTo("/v1/charges?kind=card");
        String signed = seen.header("X-Timestamp") + "." + seen.method() + "." + seen.path() + "." + seen.body();
        assertThat(seen.header("X-Signature")).isEqualTo("v1=" + sign(mac, encoding, signed));
    }

    @Test
    void inquire_signed_hasAnEmptyBody() throws Exception {
        RawServer.Seen seen = seen("""
                paths: {payment: /charges}
                signature: {header: X-Signature, key: {env: HMAC}, content: "{method}{path}{body}"}
                """, Fixtures.inquiry(RequestKind.PAYMENT));

        assertThat(seen.header("X-Signature")).isEqualTo(sign("HmacSHA256", "hex", "GET" + seen.path()));
    }

    private static String sign(String algorithm, String encoding, String text) throws Exception {
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec("hmac key".getBytes(UTF_8), algorithm));
        byte[] bytes = mac.doFinal(text.getBytes(UTF_8));
        return encoding.equals("hex")
                ? HexFormat.of().formatHex(bytes)
                : Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void send_secretFileThatChanges_isUsedWithoutARestart(@TempDir Path folder) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "before\n");
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Gateway gateway = gateway(server, "paths: {payment: /charges}\nauth: {bearer: {file: '" + token + "'}}\n");
            try (GatewayClient client = new GatewayClient(gateway, "s-1", () -> NOW)) {
                client.start();
                client.carryOut(payment(), () -> true).get(60, TimeUnit.SECONDS);
                Files.writeString(token, "afterwards\n");
                Await.until("the new token is used", () -> {
                    client.carryOut(payment(), () -> true).get(60, TimeUnit.SECONDS);
                    return server.seen()
                            .get(server.seen().size() - 1)
                            .header("Authorization")
                            .equals("Bearer afterwards");
                });
                assertThat(server.seen().get(0).header("Authorization")).isEqualTo("Bearer before");
            }
        }
    }

    @Test
    void send_amountThatDoesNotFitTheCurrency_isRefusedForCertainAndNothingIsSent() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Gateway gateway = gateway(server, """
                    paths: {payment: /charges}
                    request: {bodies: {payment: {amount: "{amount|minor}"}}}
                    """);
            Command.Send command = payment();
            ((ObjectNode) command.request()).put("amount", "1200.50");
            Outcome outcome = ((Report.AttemptReport) carryOut(gateway, command)).outcome();

            assertThat(outcome).isInstanceOf(Outcome.Refused.class);
            assertThat(outcome.answer().code()).isEqualTo("request_not_renderable");
            assertThat(outcome.answer().message()).contains("1200.50", "JPY");
            assertThat(outcome.answer().statusCode()).isNull();
            assertThat(server.seen()).isEmpty();
        }
    }
}
