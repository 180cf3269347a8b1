package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a caller writes into a request can fill a header of the gateway's call, and never make another one. */
class HeaderInjectionTest {
    private static RawServer server;
    private static GatewayClient client;

    @BeforeAll
    static void start() {
        server = new RawServer(RawServer.answering(200, "{\"status\":\"AUTHORIZED\"}"));
        Gateway gateway = Fixtures.gateway("gw", """
                class: queryable
                url: %s
                paths: {payment: /payments}
                network: {allow: [loopback]}
                headers: {X-Ref: "a{merchant_reference}b", X-Meta: "{metadata.m}"}
                status_query: {paths: {payment: "/payments/{request_id}"}}
                """.formatted(server.url()));
        client = new GatewayClient(gateway, "s-1", InstantSource.system());
        client.start();
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        server.close();
    }

    /** Line ends in all their forms, other control characters, and those that become one when cut to eight bits. */
    static Stream<String> hostile() {
        List<String> breaks = List.of(
                "\r\n",
                "\n",
                "\r",
                "\n\n",
                "\r\n\r\n",
                "\u0000",
                "\u0001",
                "\u0008",
                "\t",
                "\u000b",
                "\f",
                "\u001b",
                "\u007f",
                "\u0080",
                "\u0085",
                "\u00a0",
                "\u010a",
                "\u010d",
                "\u020d\u020a",
                "\u2028",
                "\u2029",
                "\ufeff",
                "\u560a",
                "\u560d\u560a",
                "\uff0a",
                "é",
                "日",
                "😀");
        return breaks.stream().map(text -> "x" + text + "X-Evil: 1");
    }

    private static Command.Send payment(String reference, String metadata) {
        Command.Send command = Fixtures.payment(Fixtures.id());
        ObjectNode request = (ObjectNode) command.request();
        request.put("reference", reference);
        request.putObject("metadata").put("m", metadata);
        return command;
    }

    private static Outcome send(Command.Send command) throws Exception {
        return ((Report.AttemptReport) client.carryOut(command, () -> true).get(60, TimeUnit.SECONDS)).outcome();
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("hostile")
    void send_valueThatNoHeaderCanCarry_isRefusedAndNothingIsSent(String value) throws Exception {
        int before = server.seen().size();

        for (Command.Send command :
                List.of(payment(value, "fine"), payment("fine", value), payment("fine", "x" + value + "\r\n"))) {
            Outcome outcome = send(command);
            assertThat(outcome).isInstanceOf(Outcome.Refused.class);
            assertThat(outcome.answer().code()).isEqualTo("request_not_renderable");
            assertThat(outcome.answer().message()).doesNotContain("X-Evil");
        }
        assertThat(server.seen()).hasSize(before);
    }

    @Test
    void send_everyPrintableCharacter_arrivesAsItIs() throws Exception {
        StringBuilder all = new StringBuilder();
        for (char c = 0x20; c < 0x7f; c++) {
            all.append(c);
        }
        Command.Send command = payment(all.toString(), "fine");
        assertThat(send(command)).isInstanceOf(Outcome.Delivered.class);

        assertThat(server.seen().get(server.seen().size() - 1).header("X-Ref")).isEqualTo("a" + all + "b");
    }

    @Test
    void send_headersBeyondTheLimit_areRefusedAndNothingIsSent() throws Exception {
        int before = server.seen().size();
        Outcome outcome = send(payment("x".repeat(Outgoing.MAX_HEADERS), "fine"));

        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        assertThat(outcome.answer().message()).contains("headers");
        assertThat(server.seen()).hasSize(before);
    }

    @Test
    void send_headersJustBelowTheLimit_arrive() throws Exception {
        assertThat(send(payment("x".repeat(Outgoing.MAX_HEADERS - 1000), "fine")))
                .isInstanceOf(Outcome.Delivered.class);
    }

    @Test
    void inquire_valueThatNoHeaderCanCarry_isUnanswerableAndNothingIsSent() throws Exception {
        int before = server.seen().size();
        Command.Inquire inquiry = Fixtures.inquiry(RequestKind.PAYMENT);
        ((ObjectNode) inquiry.request()).put("reference", "a\nb");
        Report report = client.carryOut(inquiry, () -> true).get(60, TimeUnit.SECONDS);

        assertThat(((Report.InquiryReport) report).finding()).isEqualTo(Finding.UNANSWERABLE);
        assertThat(((Report.InquiryReport) report).answer().code()).isEqualTo("request_not_renderable");
        assertThat(server.seen()).hasSize(before);
    }
}
