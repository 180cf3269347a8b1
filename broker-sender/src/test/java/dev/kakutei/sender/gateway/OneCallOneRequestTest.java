package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import dev.kakutei.testkit.Await;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SPEC D6: one call is one POST on the wire, whatever the server does. */
class OneCallOneRequestTest {
    private static final Duration SHORT = Duration.ofMillis(800);
    private static final Duration LONG = Fixtures.LONG_CALL;

    private static GatewayClient client(RawServer server) {
        GatewayClient client =
                new GatewayClient(Fixtures.gateway("gw", server.url(), 4), "s-1", InstantSource.system());
        client.start();
        return client;
    }

    private static Outcome post(GatewayClient client, RequestId id, Duration timeout) throws Exception {
        return outcome(client.carryOut(Fixtures.payment(id, timeout), () -> true));
    }

    private static Outcome outcome(CompletableFuture<Report> report) throws Exception {
        return ((Report.AttemptReport) report.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)).outcome();
    }

    /** On a busy machine a short time may be over before there is a connection: then the next call has longer. */
    private static Outcome postThatLeaves(GatewayClient client, Duration timeout) throws Exception {
        Outcome outcome = post(client, Fixtures.id(), timeout);
        Duration longer = timeout;
        while ("connect_timeout".equals(outcome.answer().code()) && longer.compareTo(LONG) < 0) {
            longer = longer.multipliedBy(2);
            outcome = post(client, Fixtures.id(), longer);
        }
        return outcome;
    }

    private static void head(Socket socket, String... lines) throws IOException {
        RawServer.write(socket, String.join("\r\n", lines) + "\r\n\r\n");
    }

    private static void dribble(Socket socket, String text, Duration pause) throws IOException {
        for (char c : text.toCharArray()) {
            RawServer.write(socket, String.valueOf(c));
            LockSupport.parkNanos(pause.toNanos());
        }
    }

    static Stream<Arguments> manners() {
        String ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        return Stream.of(
                manner("answers", RawServer.answering(200, "{}"), LONG, "Delivered", null),
                manner("closes without answer", (r, s) -> s.close(), LONG, "Unknown", "closed_without_answer"),
                manner("resets", (r, s) -> RawServer.reset(s), LONG, "Unknown", null),
                manner(
                        "closes in the first line",
                        (r, s) -> {
                            RawServer.write(s, "HTTP/1.1 20");
                            s.close();
                        },
                        LONG,
                        "Unknown",
                        null),
                manner(
                        "closes in the headers",
                        (r, s) -> {
                            RawServer.write(s, "HTTP/1.1 200 OK\r\nContent-Le");
                            s.close();
                        },
                        LONG,
                        "Unknown",
                        // which of the two depends on whether the end comes with the last bytes or after them
                        "answer_truncated|answer_garbled"),
                manner(
                        "closes in the body",
                        (r, s) -> {
                            head(s, "HTTP/1.1 200 OK", "Content-Length: 100");
                            RawServer.write(s, "{\"id\":");
                            s.close();
                        },
                        LONG,
                        "Unknown",
                        "answer_truncated"),
                manner(
                        "resets in the body of a refusal",
                        (r, s) -> {
                            head(s, "HTTP/1.1 400 Bad", "Content-Length: 100");
                            RawServer.reset(s);
                        },
                        LONG,
                        "Unknown",
                        null),
                manner(
                        "breaks off in the chunks",
                        (r, s) -> {
                            head(s, "HTTP/1.1 200 OK", "Transfer-Encoding: chunked");
                            RawServer.write(s, "5\r\n{\"id\"\r\n");
                            s.close();
                        },
                        LONG,
                        "Unknown",
                        "answer_truncated"),
                manner(
                        "talks garbage",
                        (r, s) -> {
                            RawServer.write(s, "\u0000\u0001garbage garbage\r\n\r\n");
                            s.close();
                        },
                        LONG,
                        "Unknown",
                        "answer_garbled"),
                manner(
                        "sends endless headers",
                        (r, s) -> head(s, "HTTP/1.1 200 OK", "Content-Length: 0", "X: " + "x".repeat(100_000)),
                        LONG,
                        "Unknown",
                        null),
                manner("never answers", RawServer.silent(), SHORT, "Unknown", "timeout"),
                manner(
                        "dribbles beyond the time-out",
                        (r, s) -> dribble(s, ok, Duration.ofMillis(400)),
                        SHORT,
                        "Unknown",
                        "timeout"),
                manner(
                        "dribbles within the time-out",
                        (r, s) -> dribble(s, ok, Duration.ofMillis(10)),
                        LONG,
                        "Delivered",
                        null),
                manner(
                        "hangs in the body",
                        (r, s) -> {
                            head(s, "HTTP/1.1 200 OK", "Content-Length: 100");
                            s.getInputStream().read();
                        },
                        SHORT,
                        "Unknown",
                        "timeout"),
                manner(
                        "says continue first",
                        (r, s) -> {
                            head(s, "HTTP/1.1 100 Continue");
                            RawServer.answer(s, 201, "{}");
                        },
                        LONG,
                        "Delivered",
                        null),
                manner(
                        "hints early",
                        (r, s) -> {
                            head(s, "HTTP/1.1 103 Early Hints", "Link: </x>");
                            RawServer.answer(s, 201, "{}");
                        },
                        LONG,
                        "Delivered",
                        null),
                manner(
                        "redirects for good",
                        (r, s) -> head(s, "HTTP/1.1 308 Moved", "Location: /elsewhere", "Content-Length: 0"),
                        LONG,
                        "Refused",
                        "redirect_not_followed"),
                manner(
                        "redirects after the work",
                        (r, s) -> head(s, "HTTP/1.1 303 See", "Location: /elsewhere", "Content-Length: 0"),
                        LONG,
                        "Unknown",
                        "redirect_not_followed"),
                manner("wants to know us", RawServer.answering(401, ""), LONG, "Refused", "http_401"),
                manner(
                        "challenges us",
                        (r, s) ->
                                head(s, "HTTP/1.1 401 Who", "WWW-Authenticate: Basic realm=\"x\"", "Content-Length: 0"),
                        LONG,
                        "Refused",
                        "http_401"),
                manner("is a proxy", RawServer.answering(407, ""), LONG, "Refused", "http_407"),
                manner(
                        "answers and closes",
                        (r, s) -> {
                            RawServer.answer(s, 503, "{}");
                            s.close();
                        },
                        LONG,
                        "Retryable",
                        "http_503"));
    }

    private static Arguments manner(
            String name, RawServer.Script script, Duration timeout, String ending, String code) {
        return arguments(name, script, timeout, ending, code);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("manners")
    void carryOut_serverOfAnyManners_seesOnePost(
            String name, RawServer.Script script, Duration timeout, String ending, String code) throws Exception {
        try (RawServer server = new RawServer(script);
                GatewayClient client = client(server)) {
            Outcome outcome = postThatLeaves(client, timeout);

            assertThat(outcome.getClass().getSimpleName())
                    .as("%s: %s", name, outcome)
                    .isEqualTo(ending);
            if (code != null) {
                assertThat(code.split("\\|"))
                        .as("%s", outcome)
                        .contains(outcome.answer().code());
            }
            Await.until("the post is seen", () -> !server.seen().isEmpty());
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    void carryOut_post_carriesWhatTheTemplateSaysAndNoMore() throws Exception {
        try (RawServer server = new RawServer((r, s) -> RawServer.write(
                        s, "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 2\r\n\r\n{}"));
                GatewayClient client = client(server)) {
            post(client, Fixtures.ID, LONG);
            post(client, Fixtures.id(), LONG);

            RawServer.Seen first = server.seen().get(0);
            assertThat(first.path()).isEqualTo("/payments");
            assertThat(first.header("idempotency-key")).isEqualTo(Fixtures.ID.toString());
            assertThat(first.header("kakutei-attempt")).isEqualTo("1");
            assertThat(first.header("traceparent")).isEqualTo(Fixtures.CALL_TRACE);
            assertThat(first.header("user-agent")).isEqualTo("kakutei");
            assertThat(first.header("content-type")).isEqualTo("application/json");
            assertThat(first.header("accept-encoding")).isNull();
            assertThat(first.body()).contains("\"reference\":\"" + Fixtures.ID + "\"");
            assertThat(server.seen().get(1).header("cookie")).isNull();
        }
    }

    @Test
    void carryOut_answerOfTenMegabytes_isCutOff() throws Exception {
        String body = "x".repeat(10 * 1024 * 1024);
        try (RawServer server = new RawServer(RawServer.answering(200, body));
                GatewayClient client = client(server)) {
            Outcome outcome = post(client, Fixtures.id(), LONG);

            assertThat(outcome).isInstanceOf(Outcome.Delivered.class);
            assertThat(outcome.answer().excerpt()).hasSize(2048);
            assertThat(server.seen()).hasSize(1);
        }
    }

    /** A kept connection is also idle while a slow gateway thinks; only the call's own time-out may end it (SPEC A6). */
    @Test
    void carryOut_answerAfterTheKeepAliveTime_isDelivered() throws Exception {
        try (RawServer server = new RawServer((r, s) -> {
                    LockSupport.parkNanos(Duration.ofMillis(5500).toNanos());
                    RawServer.answer(s, 200, "{}");
                });
                GatewayClient client = client(server)) {
            assertThat(post(client, Fixtures.id(), LONG)).isInstanceOf(Outcome.Delivered.class);
            assertThat(server.seen()).hasSize(1);
        }
    }

    /** The server closes a kept connection when the next request is on its way, at ever different moments. */
    @Test
    void carryOut_keptConnectionClosedUnderTheNextRequest_isNeverSentAgain() throws Exception {
        AtomicInteger served = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        Map<String, Outcome> outcomes = new HashMap<>();
        try (RawServer server = new RawServer((r, s) -> {
                    if (served.incrementAndGet() % 2 == 0) {
                        closed.incrementAndGet();
                        s.close();
                    } else {
                        RawServer.answer(s, 200, "{}");
                    }
                });
                GatewayClient client = client(server)) {
            for (int round = 0; round < 400; round++) {
                RequestId id = Fixtures.id();
                outcomes.put(id + "#1", post(client, id, LONG));
            }
            Map<String, Long> seen = server.postsByAttempt();

            assertThat(seen.values()).allMatch(count -> count == 1);
            outcomes.forEach((attempt, outcome) -> assertThat(seen.containsKey(attempt))
                    .as("%s %s", attempt, outcome)
                    .isEqualTo(!(outcome instanceof Outcome.NotSent)));
            assertThat(closed).hasPositiveValue();
            assertThat(outcomes.values())
                    .filteredOn(Outcome.Unknown.class::isInstance)
                    .hasSize(closed.get());
        }
    }

    /** The close races with the next write: right after the answer, or a moment later. */
    @Test
    void carryOut_keptConnectionClosedAfterTheAnswer_isNeverSentAgain() throws Exception {
        Map<String, Outcome> outcomes = new HashMap<>();
        try (RawServer server = new RawServer((r, s) -> {
                    RawServer.answer(s, 200, "{}");
                    LockSupport.parkNanos(r.body().hashCode() % 300_000L);
                    s.close();
                });
                GatewayClient client = client(server)) {
            for (int round = 0; round < 200; round++) {
                RequestId id = Fixtures.id();
                outcomes.put(id + "#1", post(client, id, LONG));
            }
            Map<String, Long> seen = server.postsByAttempt();

            assertThat(seen.values()).allMatch(count -> count == 1);
            outcomes.forEach((attempt, outcome) -> {
                if (outcome instanceof Outcome.NotSent) {
                    assertThat(seen).doesNotContainKey(attempt);
                } else if (outcome instanceof Outcome.Delivered) {
                    assertThat(seen).containsKey(attempt);
                }
            });
        }
    }

    @Test
    void close_callUnderWay_isReportedAsUnknown() throws Exception {
        try (RawServer server = new RawServer(RawServer.silent())) {
            GatewayClient client = client(server);
            var report = client.carryOut(Fixtures.payment(Fixtures.id(), LONG), () -> true);
            Await.until("the post is there", () -> server.seen().size() == 1);
            client.close();

            Outcome outcome = outcome(report);
            assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
            assertThat(outcome.answer().code()).isEqualTo("sender_stopped");
            assertThat(server.seen()).hasSize(1);
        }
    }
}
