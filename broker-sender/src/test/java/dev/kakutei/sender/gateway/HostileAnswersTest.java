package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.Socket;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Whatever a gateway sends, each call ends in a report of bounded size, with nothing certain concluded from what was not
 * understood; and what a call takes in memory does not depend on what is sent (SPEC D2, D5). Over a real socket.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileAnswersTest {
    private static final int MAX_REPORT = 20 * 1024;
    /** For a post and a question: of each, 64 KiB are read, made into characters and a tree, and searched. */
    private static final long MAX_ALLOCATED = 16L * 1024 * 1024;

    private static final String CRITERIA = """
            class: idempotent
            url: %s
            paths: {order: /orders, payment: /payments}
            idempotency: {header: Idempotency-Key, ttl: 24h}
            concurrency: 2
            network: {allow: [loopback]}
            response_success_criteria: {conditions: [{path: $.status, operation: eq, value: ok}]}
            response_refused_criteria: {conditions: [{path: $.message, operation: regex, value: "(.*a){18}$"}]}
            response_retryable_criteria: {conditions: [{path: "$.errors[*].code", operation: in, value: [1, x]}]}
            response_quota_criteria: {conditions: [{path: $.left, operation: lte, value: 0}]}
            response_pending_criteria: {conditions: [{path: $.text, operation: contains, value: aab}]}
            status_query:
              paths: {payment: "/payments/{request_id}"}
              declined_criteria: {conditions: [{path: $.message, operation: regex, value: "^(no|nein)+$"}]}
            """;

    private final AtomicReference<RawServer.Script> script = new AtomicReference<>();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private RawServer server;
    private GatewayClient client;

    @BeforeAll
    void start() {
        server = new RawServer((request, socket) -> script.get().serve(request, socket));
        client = new GatewayClient(
                Fixtures.gateway("gw", CRITERIA.formatted(server.url())), "s-1", InstantSource.system());
        client.start();
    }

    @AfterAll
    void stop() throws IOException {
        client.close();
        server.close();
    }

    private static void send(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** The connection is given up, so that the next call does not meet its end. */
    private static byte[] answer(String head, byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(
                (head + "\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n").getBytes(ISO_8859_1));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    private static byte[] ok(String body) {
        return answer("HTTP/1.1 200 OK\r\nContent-Type: application/json", body.getBytes(UTF_8));
    }

    private Outcome sendAndClose(byte[] bytes) throws Exception {
        return judged((request, socket) -> {
            send(socket, bytes);
            socket.close();
        });
    }

    /** Both questions are asked of it; every report can be carried, and says nothing about more than it saw. */
    private Outcome judged(RawServer.Script manners) throws Exception {
        script.set(manners);
        Report sent = bounded(
                client.carryOut(Fixtures.payment(Fixtures.id()), () -> true).get(60, TimeUnit.SECONDS));
        Report asked = bounded(client.carryOut(Fixtures.inquiry(RequestKind.PAYMENT), () -> true)
                .get(60, TimeUnit.SECONDS));
        assertThat(((Report.InquiryReport) asked).finding()).isNotEqualTo(Finding.SUCCEEDED);
        return ((Report.AttemptReport) sent).outcome();
    }

    private static Report bounded(Report report) {
        byte[] encoded = Codecs.REPORT.encode(report);
        assertThat(encoded).hasSizeLessThan(MAX_REPORT);
        assertThat(Codecs.REPORT.decode(encoded)).isEqualTo(report);
        return report;
    }

    private long allocatedByGatewayThreads() {
        long sum = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith("gateway-")) {
                sum += Math.max(0, threads.getThreadAllocatedBytes(thread.getThreadId()));
            }
        }
        return sum;
    }

    @Test
    void carryOut_garbageInsteadOfHttp_isUnknown() throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < 60; i++) {
            byte[] garbage = new byte[random.nextInt(3000)];
            random.nextBytes(garbage);

            assertThat(sendAndClose(garbage)).isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void carryOut_garbageInTheBody_isUnknown() throws Exception {
        Random random = new Random(2);
        for (int i = 0; i < 60; i++) {
            byte[] garbage = new byte[random.nextInt(70_000)];
            random.nextBytes(garbage);
            Outcome outcome = sendAndClose(answer("HTTP/1.1 200 OK\r\nContent-Type: application/json", garbage));

            assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
            assertThat(outcome.answer().code()).isEqualTo("answer_not_understood");
        }
    }

    /** A good answer in which a few bytes were changed: any outcome, as long as there is one. */
    @Test
    void carryOut_damagedAnswer_alwaysHasAnOutcome() throws Exception {
        Random random = new Random(3);
        byte[] good =
                ok("{\"status\":\"ok\",\"id\":\"g-1\",\"left\":12.50,\"errors\":[{\"code\":1e3}],\"message\":\"aaa\"}");
        for (int i = 0; i < 150; i++) {
            byte[] damaged = good.clone();
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            assertThat(sendAndClose(damaged)).isNotInstanceOf(Outcome.NotSent.class);
        }
    }

    @Test
    void carryOut_bodiesMadeToHurt_areUnknownAndTakeBoundedMemory() throws Exception {
        String[] bodies = {
            "[".repeat(65_000),
            "{\"a\":".repeat(12_000),
            "{\"status\":".repeat(99) + "1" + "}".repeat(99),
            "[" + "{},".repeat(20_000) + "{}]",
            "{\"message\":\"" + "a".repeat(60_000) + "\"}",
            "{\"message\":\"" + "a".repeat(16_000) + "b\"}",
            "{\"left\":1e999999999,\"status\":1e-999999999}",
            "{\"left\":" + "9".repeat(60_000) + "}",
            "{\"left\":1e2147483648}",
            "{\"errors\":[" + "{\"code\":\"1\"},".repeat(4000) + "{\"code\":2}]}",
            "{\"text\":\"" + "aa".repeat(30_000) + "\"}",
            "{\"" + "k".repeat(60_000) + "\":1}",
            "{\"a\":\"" + "\\u0000".repeat(8000) + "\"}",
            "{\"message\":\"\\ud800\\udfff\\ud800\",\"code\":\"\\ud800\",\"id\":\"\\u0000\\udc00\"}",
            "\"secret\":\"".repeat(6000),
            "4".repeat(60_000),
            "<password ".repeat(6000),
            "x".repeat(10 * 1024 * 1024),
            "{\"status\":\"ok\",\"pad\":\"" + "x".repeat(10 * 1024 * 1024) + "\"}",
        };
        sendAndClose(ok("{}"));
        for (String body : bodies) {
            long before = allocatedByGatewayThreads();
            Outcome outcome = sendAndClose(ok(body));
            String shown = body.substring(0, Math.min(40, body.length()));

            assertThat(outcome).as(shown).isInstanceOfAny(Outcome.Unknown.class, Outcome.Refused.class);
            assertThat(allocatedByGatewayThreads() - before).as(shown).isLessThan(MAX_ALLOCATED);
        }
    }

    @Test
    void carryOut_answerOfTenMegabytesThatBeginsWell_isNoSuccess() throws Exception {
        Outcome outcome = sendAndClose(ok("{\"status\":\"ok\",\"pad\":\"" + "x".repeat(10 * 1024 * 1024) + "\"}"));

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcome.answer().excerpt()).startsWith("{\"status\":\"ok\"").hasSizeLessThanOrEqualTo(2048);
    }

    @Test
    void carryOut_endlessBody_isCutOff() throws Exception {
        byte[] chunk = ("1000\r\n" + "[".repeat(0x1000) + "\r\n").getBytes(UTF_8);
        long before = allocatedByGatewayThreads();
        Outcome outcome = judged((request, socket) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            while (true) {
                send(socket, chunk);
            }
        });

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcome.answer().code()).isEqualTo("answer_not_understood");
        assertThat(allocatedByGatewayThreads() - before).isLessThan(MAX_ALLOCATED);
    }

    @Test
    void carryOut_brokenFraming_isUnknown() throws Exception {
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
        String[] answers = {
            head + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"sta",
            head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
            head + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}",
            head + "Transfer-Encoding: chunked\r\n\r\n-1\r\n{}",
            head + "Content-Length: 99999\r\n\r\n{\"status\":\"ok\"}",
            head + "Content-Length: -5\r\n\r\n{\"status\":\"ok\"}",
            head + "Content-Length: 2\r\nContent-Length: 15\r\n\r\n{\"status\":\"ok\"}",
            head + "Content-Length: 99999999999999999999\r\n\r\n{\"status\":\"ok\"}",
            head + "Transfer-Encoding: gzip\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/9.9 200 OK\r\n\r\n",
            "HTTP/1.1 99999 X\r\n\r\n",
            "HTTP/1.1 abc X\r\n\r\n",
            "\r\n\r\n\r\n",
        };
        for (String answer : answers) {
            assertThat(sendAndClose(answer.getBytes(ISO_8859_1))).as(answer).isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void carryOut_hostileHeaders_neverDecideAnything() throws Exception {
        String[] headers = {
            "X: " + "x".repeat(200_000),
            "X: y\r\n".repeat(5000) + "Z: z",
            "Retry-After: " + "9".repeat(2000),
            "Retry-After: \u00ff\u00fe",
            "Date: " + "Mon, ".repeat(100),
            "Content-Type: application/json; charset=" + "x".repeat(500),
            "Content-Type: application/json; charset=\u0001",
            "Content-Type: ;;;charset==\"\"",
            "X-RateLimit-Reset: -9223372036854775808",
            "Set-Cookie: a=b",
            " folded: header",
            "No colon here",
            ": no name",
            "X\u0000Y: z",
            "Content-Encoding: gzip",
        };
        for (String header : headers) {
            Outcome outcome = sendAndClose(answer("HTTP/1.1 429 Slow\r\n" + header, "{}".getBytes(UTF_8)));

            assertThat(outcome)
                    .as(header.substring(0, Math.min(60, header.length())))
                    .isInstanceOfAny(Outcome.Retryable.class, Outcome.Unknown.class);
        }
    }

    @Test
    void carryOut_wrongEncoding_isUnknownUnlessItIsSaid() throws Exception {
        byte[] latin = "{\"status\":\"ok\",\"m\":\"größer\"}".getBytes(ISO_8859_1);
        byte[] wide = "{\"status\":\"ok\"}".getBytes(UTF_16);
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json";

        assertThat(sendAndClose(answer(head, latin))).isInstanceOf(Outcome.Unknown.class);
        assertThat(sendAndClose(answer(head, wide))).isInstanceOf(Outcome.Unknown.class);
        assertThat(sendAndClose(answer(head + "; charset=utf-8", latin))).isInstanceOf(Outcome.Unknown.class);
        assertThat(sendAndClose(answer(head + "; charset=latin1", latin))).isInstanceOf(Outcome.Delivered.class);
        assertThat(sendAndClose(answer(head + "; charset=utf-16", wide))).isInstanceOf(Outcome.Delivered.class);
        assertThat(sendAndClose(answer(head, "\uFEFF{\"status\":\"ok\"}".getBytes(UTF_8))))
                .isInstanceOf(Outcome.Delivered.class);
    }
}
