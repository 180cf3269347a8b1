package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that is asked by its own reference, once one is known. */
class GatewayReferenceTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

    private static Gateway gateway(RawServer server) {
        return Fixtures.gateway("gw", """
                class: queryable
                url: %s/v2
                network: {allow: [loopback]}
                paths: {payment: /payments}
                status_query: {paths: {payment: "/payments/{gateway_reference}?for={request_id}"}}
                """.formatted(server.url()));
    }

    private static Report.InquiryReport asked(RawServer server, String reference) throws Exception {
        Command.Inquire plain = Fixtures.inquiry(RequestKind.PAYMENT);
        Command.Inquire command = new Command.Inquire(
                plain.requestId(),
                plain.kind(),
                plain.gateway(),
                plain.inquiry(),
                plain.issuedAt(),
                plain.notAfter(),
                plain.callTimeoutMillis(),
                plain.traceparent(),
                plain.request(),
                plain.idempotencyKey(),
                reference,
                0);
        Gateway gateway = gateway(server);
        try (GatewayClient client = new GatewayClient(
                gateway, "s-1", () -> NOW, Secrets.of(gateway, Map.of()), InetAddress::getAllByName)) {
            client.start();
            return (Report.InquiryReport) client.carryOut(command, () -> true).get(60, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PAY-1,            PAY-1",
        "a/b?c=d&e#f,      a%2Fb%3Fc%3Dd%26e%23f",
        "../admin,         ..%2Fadmin",
        "a b+c,            a%20b%2Bc",
        "é,                %C3%A9",
    })
    void inquiry_withAReference_asksByItEncoded(String reference, String segment) throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{\"status\":\"AUTHORIZED\"}"))) {
            assertThat(asked(server, reference).finding()).isEqualTo(Finding.SUCCEEDED);
            assertThat(server.seen())
                    .singleElement()
                    .satisfies(seen ->
                            assertThat(seen.path()).isEqualTo("/v2/payments/" + segment + "?for=" + Fixtures.ID));
        }
    }

    @Test
    void inquiry_withoutAReference_isNotMadeAndIsInconclusive() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(404, ""))) {
            Report.InquiryReport report = asked(server, null);

            assertThat(report.finding()).isEqualTo(Finding.INCONCLUSIVE);
            assertThat(report.answer().code()).isEqualTo("no_gateway_reference");
            assertThat(server.seen()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", " "})
    void inquiry_byAReferenceThatIsAnotherPath_isNotMade(String reference) throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(404, ""))) {
            assertThat(asked(server, reference).finding()).isEqualTo(Finding.UNANSWERABLE);
            assertThat(server.seen()).isEmpty();
        }
    }
}
