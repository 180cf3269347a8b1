package dev.kakutei.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpEdgesTest {
    @TempDir
    static Path data;

    private static Simulator simulator;
    private static RawClient client;

    @BeforeAll
    static void start() {
        simulator = Simulator.start(SimulatorConfig.in(data));
        client = new RawClient(simulator.port());
    }

    @AfterAll
    static void stop() {
        simulator.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/,404",
        "GET,/nothing,404",
        "POST,/refunds,404",
        "GET,/orders/,404",
        "GET,/_sim/nothing,404",
        "GET,/orders,405",
        "PUT,/payments,405",
        "DELETE,/payments/x,405",
        "POST,/orders/x,405",
        "POST,/_sim/journal,405",
        "GET,/_sim/scripts,405",
        "DELETE,/_sim/mix,405",
        "GET,/payments/%zz,400",
        "GET,/_sim/journal?after=x,400",
        "GET,/_sim/journal?limit=-1,400",
        "GET,/_sim/journal?type=NONE,400"
    })
    void request_outOfPlace_isAnsweredByStatus(String method, String path, int http) {
        RawClient.Reply reply = client.send(method, path, Map.of(), "");
        assertThat(reply.http()).isEqualTo(http);
        assertThat(reply.headers().containsKey("Allow")).isEqualTo(http == 405);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "\"text\"", "null", "{\"a\":1}{\"b\":2}", "{\"a\":1,\"a\":2}"})
    void post_bodyThatIsNoJsonObject_is400AndNotJournaled(String body) {
        int before = simulator.journal().size();
        RawClient.Reply reply = client.post("/payments", Map.of(), body);
        assertThat(reply.http()).isEqualTo(400);
        assertThat(reply.headers()).containsEntry("Content-Type", "application/problem+json");
        assertThat(simulator.journal()).hasSize(before);
    }

    @Test
    void post_bodyAtTheLimit_isTakenAndOneByteMoreIs413() {
        String frame = "{\"reference\":\"big\",\"filler\":\"\"}";
        String filler = "x".repeat((1 << 20) - frame.length());
        String whole = frame.replace("\"\"", "\"" + filler + "\"");
        assertThat(client.post("/payments", Map.of(), whole).http()).isEqualTo(201);
        assertThat(client.post("/payments", Map.of(), whole + " ").http()).isEqualTo(413);
    }

    @Test
    void post_chunkedBodyAboveTheLimit_is413() {
        String chunk = "x".repeat(1 << 19);
        String size = Integer.toHexString(chunk.length());
        String body = (size + "\r\n" + chunk + "\r\n").repeat(3) + "0\r\n\r\n";
        RawClient.Reply reply = client.sendChunked("/payments", body);
        assertThat(reply.http()).isEqualTo(413);
    }

    @Test
    void post_namesThatAreTooLong_are400() {
        String tooLong = "k".repeat(PostReader.MAX_NAME_LENGTH + 1);
        assertThat(client.pay(tooLong, null).http()).isEqualTo(400);
        assertThat(client.pay("r", tooLong).http()).isEqualTo(400);
        assertThat(client.pay("r", tooLong.substring(1)).http()).isEqualTo(201);
    }

    @Test
    void journal_overHttp_isFilteredAndPaged() {
        client.pay("paged", "paged");
        client.get("/payments/paged");

        assertThat(client.get("/_sim/journal?reference=paged").body().lines()).hasSize(4);
        assertThat(client.get("/_sim/journal?reference=paged&type=applied,lookup")
                        .body()
                        .lines())
                .hasSize(2);
        String second = client.get("/_sim/journal?after=1&limit=1").body();
        assertThat(second.lines()).hasSize(1);
        assertThat(second).startsWith("{\"seq\":2,");
    }

    @Test
    void effects_overHttp_findWhatWasAppliedTwice() {
        client.pay("twice", null);
        client.pay("twice", null);

        String twice = client.get("/_sim/effects?reference=twice&min_applied=2").body();
        assertThat(twice.lines()).hasSize(1);
        assertThat(twice).contains("\"applied\":2", "\"amount\":\"12.50\"");
        assertThat(client.get("/_sim/effects?reference=twice&min_applied=3").body())
                .isEmpty();
    }

    @Test
    void health_whileServing_isUp() {
        RawClient.Reply reply = client.get("/_sim/health");
        assertThat(reply.http()).isEqualTo(200);
        assertThat(reply.body()).contains("\"status\":\"up\"");
    }

    @Test
    void control_switchedOff_isNotThere(@TempDir Path other) {
        SimulatorConfig config = SimulatorConfig.in(other).withControl(SimulatorConfig.Control.OFF);
        try (Simulator closed = Simulator.start(config)) {
            RawClient there = new RawClient(closed.port());
            assertThat(there.get("/_sim/journal").http()).isEqualTo(404);
            assertThat(there.post("/_sim/scripts", Map.of(), "{\"steps\":[\"DECLINE\"]}")
                            .http())
                    .isEqualTo(404);
            assertThat(there.pay("r", null).http()).isEqualTo(201);
        }
    }

    @ParameterizedTest
    @EnumSource(MagicValue.class)
    void magicValue_eachRow_isMeantByTokenInstrumentAndMetadata(MagicValue value) {
        String name = value.suffix();
        assertThat(asked("/payments", "\"payment_method\":\"tok_" + name + "\""))
                .isEqualTo(name);
        assertThat(asked("/orders", "\"instrument\":\"SIM." + name.toUpperCase() + "\""))
                .isEqualToIgnoringCase(name);
        assertThat(asked("/orders", "\"metadata\":{\"simulate\":\"" + name + "\"}"))
                .isEqualTo(name);
        assertThat(MagicValue.meantBy(name, 5)).contains(value.behaviour());
        assertThat(MagicValue.meantBy(name + "_once", 1)).contains(value.behaviour());
        assertThat(MagicValue.meantBy(name + "_once", 2)).isEmpty();
    }

    private static String asked(String path, String field) {
        Kind kind = Kind.ofPath(path.substring(1)).orElseThrow();
        byte[] body = ("{" + field + "}").getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return PostReader.read(kind, org.eclipse.jetty.http.HttpFields.EMPTY, body)
                .magic();
    }

    @Test
    void magicValue_inARealRequest_isObeyed() {
        String declined = "{\"reference\":\"m-1\",\"amount\":\"1\",\"payment_method\":\"tok_declined\"}";
        assertThat(client.post("/payments", Map.of(), declined).http()).isEqualTo(402);
        String once = "{\"reference\":\"m-2\",\"instrument\":\"SIM.ERROR_503_ONCE\",\"quantity\":\"1\"}";
        assertThat(client.post("/orders", Map.of(), once).http()).isEqualTo(503);
        assertThat(client.post("/orders", Map.of(), once).http()).isEqualTo(201);
        String drop = "{\"reference\":\"m-3\",\"payment_method\":\"tok_drop_after_apply\"}";
        assertThat(client.post("/payments", Map.of(), drop).http()).isZero();
        assertThat(client.get("/payments/m-3").body()).contains("AUTHORIZED");
        String timeout = "{\"reference\":\"m-5\",\"payment_method\":\"tok_error_408_after_apply\"}";
        assertThat(client.post("/payments", Map.of(), timeout).http()).isEqualTo(408);
        assertThat(client.get("/payments/m-5").body()).contains("AUTHORIZED");
        String usual = "{\"reference\":\"m-4\",\"payment_method\":\"tok_visa\"}";
        assertThat(client.post("/payments", Map.of(), usual).http()).isEqualTo(201);
    }
}
