package dev.kakutei.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the command line asks of whoever sends again where the gateway may act twice. No person sits at a terminal here. */
class SecondEffectCommandTest {
    private static final String WHY =
            "an earlier attempt may have taken effect, and the gateway \\\"blind\\\" does not recognise a repetition: it may act twice";
    private static final String PREVIEW = "{\"count\":5,\"complete\":true,\"sample\":[],\"refused\":{\"" + WHY
            + "\":3},\"risky\":{\"count\":3,\"gateways\":{\"blind\":{\"count\":3,\"why\":\"" + WHY
            + "\",\"examples\":[{\"client\":\"shop\",\"idempotency_key\":\"p-1\",\"attempts\":1}]}}}}";

    private final List<String> posted = new CopyOnWriteArrayList<>();
    private HttpServer api;
    private String risks = ",\"risks\":{\"send_again\":\"" + WHY + "\"}";

    @BeforeEach
    void listen() throws IOException {
        api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.createContext("/requests/p-1", this::request);
        api.createContext("/bulk-actions", this::bulk);
        api.start();
    }

    @AfterEach
    void close() {
        api.stop(0);
    }

    @Test
    void resend_riskyAndNoTerminal_doesNothingAndSaysWhatToDo() {
        CommandRun run = run("resend", "p-1", "--current", "--reason", "r");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains(
                        "may have taken effect",
                        "may act twice",
                        "Nothing was done",
                        "settle",
                        "--accept-second-effect");
        assertThat(posted).isEmpty();
    }

    @Test
    void resend_riskyAndAccepted_warnsAndSaysSoInTheAction() {
        CommandRun run = run("resend", "p-1", "--current", "--reason", "r", "--accept-second-effect");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("may act twice");
        assertThat(posted).singleElement().asString().contains("\"accept_second_effect\":true");
    }

    @Test
    void resend_withoutRisk_asksForNothingMore() {
        risks = "";

        CommandRun run = run("resend", "p-1", "--current", "--reason", "r");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(posted).singleElement().asString().doesNotContain("accept_second_effect");
    }

    @Test
    void bulkPreview_withRiskyOnes_countsThemAndSaysThatTheyAreLeftOut() {
        CommandRun run = run("bulk", "start", "send_again", "--waiting");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("3 of them may take effect twice", "blind: 3", "p-1", "left out", "--accept-second-effect");
        assertThat(run("bulk", "start", "send_again", "--waiting", "--accept-second-effect")
                        .out())
                .contains("3 of them may take effect twice", "would be sent again all the same");
        assertThat(posted).hasSize(2);
        assertThat(posted.get(0)).doesNotContain("accept_second_effect");
        assertThat(posted.get(1)).contains("\"accept_second_effect\":true");
    }

    @Test
    void bulkStart_saysInTheJobWhatWasAcceptedOnly() {
        assertThat(run("bulk", "start", "send_again", "--waiting", "--reason", "r", "--yes")
                        .code())
                .isZero();
        assertThat(run("bulk", "start", "send_again", "--waiting", "--reason", "r", "--yes", "--accept-second-effect")
                        .code())
                .isZero();

        assertThat(posted.get(0)).doesNotContain("accept_second_effect");
        assertThat(posted.get(1)).contains("\"accept_second_effect\":true");
    }

    private CommandRun run(String... words) {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--url";
        all[words.length + 1] = "http://127.0.0.1:" + api.getAddress().getPort();
        return CommandRun.of(all);
    }

    private void request(HttpExchange exchange) throws IOException {
        answer(
                exchange,
                200,
                "{\"idempotency_key\":\"p-1\",\"state\":\"verification_failed\",\"gateway\":\"blind\",\"last_event_id\":4,"
                        + "\"action_id\":\"o\",\"allowed\":[\"send_again\"]" + risks + "}");
    }

    private void bulk(HttpExchange exchange) throws IOException {
        answer(exchange, 200, PREVIEW);
    }

    private void answer(HttpExchange exchange, int status, String body) throws IOException {
        String said = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (exchange.getRequestMethod().equals("POST")) {
            posted.add(said);
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
