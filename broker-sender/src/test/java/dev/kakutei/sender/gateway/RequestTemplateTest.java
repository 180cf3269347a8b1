package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestTemplateTest {
    private static final Gateway GATEWAY = Fixtures.gateway("gw", URI.create("https://gw.example/api/"), 4);
    private static final RequestTemplate TEMPLATE = new RequestTemplate(GATEWAY);

    private static JsonNode json(Outgoing outgoing) throws IOException {
        return Json.MAPPER.readTree(outgoing.body());
    }

    @Test
    void send_order_isOnePostWithKeyAttemptAndTrace() throws Exception {
        Outgoing outgoing = TEMPLATE.send(
                        Fixtures.order(Fixtures.ID, 3, "gw", Duration.ofSeconds(9), Duration.ofSeconds(2)))
                .orElseThrow();

        assertThat(outgoing.method()).isEqualTo("POST");
        assertThat(outgoing.uri()).isEqualTo(URI.create("https://gw.example/api/orders"));
        assertThat(outgoing.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(outgoing.headers())
                .containsEntry("Idempotency-Key", Fixtures.ID.toString())
                .containsEntry("Kakutei-Attempt", "3")
                .containsEntry("traceparent", Fixtures.CALL_TRACE)
                .containsEntry("Content-Type", "application/json");
        assertThat(json(outgoing))
                .isEqualTo(Json.MAPPER.readTree("{\"reference\":\"" + Fixtures.ID + "\",\"account\":\"ACC-1\","
                        + "\"instrument\":\"7203.T\",\"side\":\"buy\",\"quantity\":\"100\",\"order_type\":\"limit\","
                        + "\"limit_price\":\"2500.5\",\"currency\":\"JPY\",\"metadata\":{\"shop\":\"tokyo\"}}"));
    }

    @Test
    void send_payment_carriesTheCallersReferenceBesideOurs() throws Exception {
        Outgoing outgoing = TEMPLATE.send(Fixtures.payment(Fixtures.ID, Duration.ofSeconds(2)))
                .orElseThrow();

        assertThat(outgoing.uri().getPath()).isEqualTo("/api/payments");
        assertThat(json(outgoing))
                .isEqualTo(Json.MAPPER.readTree("{\"reference\":\"" + Fixtures.ID
                        + "\",\"merchant_reference\":\"INV-1\",\"amount\":\"1200.00\",\"currency\":\"JPY\","
                        + "\"payment_method\":\"tok_visa\"}"));
    }

    @Test
    void inquire_payment_asksByOurReference() throws Exception {
        Outgoing outgoing =
                TEMPLATE.inquire(Fixtures.inquiry(RequestKind.PAYMENT)).orElseThrow();

        assertThat(outgoing.method()).isEqualTo("GET");
        assertThat(outgoing.uri()).isEqualTo(URI.create("https://gw.example/api/payments/" + Fixtures.ID));
        assertThat(outgoing.body()).isNull();
        assertThat(outgoing.headers()).doesNotContainKeys("Idempotency-Key", "traceparent");
    }

    @Test
    void inquire_kindWithoutPath_isEmpty() throws Exception {
        assertThat(TEMPLATE.inquire(Fixtures.inquiry(RequestKind.ORDER))).isEmpty();
    }
}
