package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.gateway.GatewayClient;
import dev.kakutei.testkit.Await;
import java.net.Socket;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A gateway's description is replaced under calls that are on their way. */
class LiveGatewayClientTest {
    private static final String NOT_A_SUCCESS =
            "response_success_criteria: {conditions: [{path: $.ok, operation: eq, value: true}]}\n"
                    + "response_otherwise: refused";

    private final CountDownLatch answer = new CountDownLatch(1);

    @Test
    void call_underWayWhileTheDescriptionChanges_isJudgedAsItWasSent() throws Exception {
        try (RawServer server = new RawServer(this::slowWhereVersionIsOld);
                LiveGatewayClient client = client(gateway(server, "headers: {X-Version: old}"))) {
            client.start();
            CompletableFuture<Report> first = carryOut(client);
            Await.until("the first call is there", () -> server.seen().size() == 1);

            Gateway next = gateway(server, "headers: {X-Version: new}\n" + NOT_A_SUCCESS);
            client.replace(next, client.prepared(next));
            Report second = carryOut(client).get(60, TimeUnit.SECONDS);
            assertThat(server.seen().get(1).header("X-Version")).isEqualTo("new");
            assertThat(outcome(second)).isInstanceOf(Outcome.Refused.class);
            assertThat(first).isNotDone();
            assertThat(client.clientCount()).isEqualTo(2);

            answer.countDown();
            assertThat(outcome(first.get(60, TimeUnit.SECONDS))).isInstanceOf(Outcome.Delivered.class);
            assertThat(server.seen()).hasSize(2);
            Await.until("the old client is closed", () -> client.clientCount() == 1);
            assertThat(client.gateway()).isEqualTo(next);
        }
    }

    @Test
    void client_replacedWhileIdle_isClosedAtOnce() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                LiveGatewayClient client = client(gateway(server, "concurrency: 1"))) {
            client.start();
            carryOut(client).get(60, TimeUnit.SECONDS);
            for (int i = 2; i < 12; i++) {
                Gateway next = gateway(server, "concurrency: " + i);
                client.replace(next, client.prepared(next));
            }
            assertThat(client.clientCount()).isEqualTo(1);
            assertThat(outcome(carryOut(client).get(60, TimeUnit.SECONDS))).isInstanceOf(Outcome.Delivered.class);
        }
    }

    @Test
    void clients_tooManyWithCallsUnderWay_areObjectedTo() throws Exception {
        try (RawServer server = new RawServer(this::slowWhereVersionIsOld);
                LiveGatewayClient client = client(gateway(server, "headers: {X-Version: old}"))) {
            client.start();
            for (int i = 0; i < LiveGatewayClient.MAX_RETIRED; i++) {
                assertThat(client.objection()).isEmpty();
                carryOut(client);
                Gateway next = gateway(server, "headers: {X-Version: old, X-Number: '" + i + "'}");
                client.replace(next, client.prepared(next));
            }
            assertThat(client.objection())
                    .hasValueSatisfying(text -> assertThat(text).contains("still under way"));
            answer.countDown();
            Await.until("the calls have ended", () -> client.objection().isEmpty());
        }
    }

    @Test
    void clients_allOfThem_endWithTheSender() throws Exception {
        CompletableFuture<Report> first;
        try (RawServer server = new RawServer(this::slowWhereVersionIsOld)) {
            LiveGatewayClient client = client(gateway(server, "headers: {X-Version: old}"));
            client.start();
            first = carryOut(client);
            Await.until("the first call is there", () -> server.seen().size() == 1);
            Gateway next = gateway(server, "headers: {X-Version: new}");
            client.replace(next, client.prepared(next));
            client.close();
            assertThat(outcome(first.get(60, TimeUnit.SECONDS))).isInstanceOf(Outcome.Unknown.class);
        }
    }

    private void slowWhereVersionIsOld(RawServer.Seen request, Socket socket) throws Exception {
        if ("old".equals(request.header("X-Version"))) {
            answer.await();
        }
        RawServer.answer(socket, 200, "{\"ok\":false}");
    }

    private static LiveGatewayClient client(Gateway gateway) {
        return new LiveGatewayClient(gateway, each -> new GatewayClient(each, "s-1", InstantSource.system()));
    }

    private static CompletableFuture<Report> carryOut(LiveGatewayClient client) {
        return client.carryOut(Fixtures.payment(Fixtures.id()), () -> true);
    }

    private static Outcome outcome(Report report) {
        return ((Report.AttemptReport) report).outcome();
    }

    private static Gateway gateway(RawServer server, String parts) {
        return Fixtures.gateway("gw", """
                class: neither
                url: %s
                paths: {payment: /p}
                network: {allow: [loopback]}
                """.formatted(server.url()) + parts + "\n");
    }
}
