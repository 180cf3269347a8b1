package dev.kakutei.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.gateway.GatewayDesk;
import dev.kakutei.testkit.Await;
import java.net.Socket;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A gateway's description is replaced under calls that are on their way. */
class LiveDeskTest {
    private static final String NOT_A_SUCCESS =
            "response_success_criteria: {conditions: [{path: $.ok, operation: eq, value: true}]}\n"
                    + "response_otherwise: refused";

    private final CountDownLatch answer = new CountDownLatch(1);

    @Test
    void call_underWayWhileTheDescriptionChanges_isJudgedAsItWasSent() throws Exception {
        try (RawServer server = new RawServer(this::slowWhereVersionIsOld);
                LiveDesk desk = desk(gateway(server, "headers: {X-Version: old}"))) {
            desk.start();
            CompletableFuture<Report> first = carryOut(desk);
            Await.until("the first call is there", () -> server.seen().size() == 1);

            Gateway next = gateway(server, "headers: {X-Version: new}\n" + NOT_A_SUCCESS);
            desk.replace(next, desk.prepared(next));
            Report second = carryOut(desk).get(60, TimeUnit.SECONDS);
            assertThat(server.seen().get(1).header("X-Version")).isEqualTo("new");
            assertThat(outcome(second)).isInstanceOf(Outcome.Refused.class);
            assertThat(first).isNotDone();
            assertThat(desk.desks()).isEqualTo(2);

            answer.countDown();
            assertThat(outcome(first.get(60, TimeUnit.SECONDS))).isInstanceOf(Outcome.Delivered.class);
            assertThat(server.seen()).hasSize(2);
            Await.until("the old desk is let go", () -> desk.desks() == 1);
            assertThat(desk.gateway()).isEqualTo(next);
        }
    }

    @Test
    void desk_replacedWhileIdle_isLetGoAtOnce() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"));
                LiveDesk desk = desk(gateway(server, "concurrency: 1"))) {
            desk.start();
            carryOut(desk).get(60, TimeUnit.SECONDS);
            for (int i = 2; i < 12; i++) {
                Gateway next = gateway(server, "concurrency: " + i);
                desk.replace(next, desk.prepared(next));
            }
            assertThat(desk.desks()).isEqualTo(1);
            assertThat(outcome(carryOut(desk).get(60, TimeUnit.SECONDS))).isInstanceOf(Outcome.Delivered.class);
        }
    }

    @Test
    void desks_tooManyWithCallsUnderWay_areObjectedTo() throws Exception {
        try (RawServer server = new RawServer(this::slowWhereVersionIsOld);
                LiveDesk desk = desk(gateway(server, "headers: {X-Version: old}"))) {
            desk.start();
            for (int i = 0; i < LiveDesk.MAX_RETIRED; i++) {
                assertThat(desk.objection()).isEmpty();
                carryOut(desk);
                Gateway next = gateway(server, "headers: {X-Version: old, X-Number: '" + i + "'}");
                desk.replace(next, desk.prepared(next));
            }
            assertThat(desk.objection())
                    .hasValueSatisfying(text -> assertThat(text).contains("still under way"));
            answer.countDown();
            Await.until("the calls have ended", () -> desk.objection().isEmpty());
        }
    }

    @Test
    void desks_allOfThem_endWithTheSender() throws Exception {
        CompletableFuture<Report> first;
        try (RawServer server = new RawServer(this::slowWhereVersionIsOld)) {
            LiveDesk desk = desk(gateway(server, "headers: {X-Version: old}"));
            desk.start();
            first = carryOut(desk);
            Await.until("the first call is there", () -> server.seen().size() == 1);
            Gateway next = gateway(server, "headers: {X-Version: new}");
            desk.replace(next, desk.prepared(next));
            desk.close();
            assertThat(outcome(first.get(60, TimeUnit.SECONDS))).isInstanceOf(Outcome.Unknown.class);
        }
    }

    private void slowWhereVersionIsOld(RawServer.Seen request, Socket socket) throws Exception {
        if ("old".equals(request.header("X-Version"))) {
            answer.await();
        }
        RawServer.answer(socket, 200, "{\"ok\":false}");
    }

    private static LiveDesk desk(Gateway gateway) {
        return new LiveDesk(gateway, each -> new GatewayDesk(each, "s-1", InstantSource.system()));
    }

    private static CompletableFuture<Report> carryOut(LiveDesk desk) {
        return desk.carryOut(Fixtures.payment(Fixtures.id()), () -> true);
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
