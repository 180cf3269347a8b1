package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much of an answer is read: what the gateway's file says, and never what an answer unfolds to. */
class ReadingLimitTest {
    private static Outcome post(RawServer server, String limit) throws Exception {
        try (GatewayClient client = new GatewayClient(
                Fixtures.gateway("gw", """
                        class: neither
                        url: %s
                        paths: {payment: /payments}
                        max_response: %s
                        network: {allow: [loopback]}
                        """.formatted(server.url(), limit)), "s-1", InstantSource.system())) {
            client.start();
            Report report =
                    client.carryOut(Fixtures.payment(Fixtures.id()), () -> true).get(60, TimeUnit.SECONDS);
            return ((Report.AttemptReport) report).outcome();
        }
    }

    private static String answerOf(int bytes) {
        String frame = "{\"id\":\"g-1\",\"pad\":\"\"}";
        return "{\"id\":\"g-1\",\"pad\":\"" + "x".repeat(bytes - frame.length()) + "\"}";
    }

    @ParameterizedTest
    @CsvSource({"1KiB,1024,g-1", "1KiB,1025,", "2MiB,2000000,g-1"})
    void carryOut_answerAroundTheLimit_isUnderstoodUpToIt(String limit, int bytes, String reference) throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(201, answerOf(bytes)))) {
            assertThat(post(server, limit).answer().reference()).isEqualTo(reference);
        }
    }

    /** It was not asked for, and is not unpacked: two hundred megabytes stay two hundred kilobytes. */
    @Test
    void carryOut_compressedBomb_isNotUnfolded() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bomb)) {
            byte[] zeros = new byte[1024 * 1024];
            for (int megabyte = 0; megabyte < 200; megabyte++) {
                zip.write(zeros);
            }
        }
        try (RawServer server = new RawServer((request, socket) -> {
            socket.getOutputStream()
                    .write(
                            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: "
                                            + bomb.size() + "\r\n\r\n")
                                    .getBytes(US_ASCII));
            socket.getOutputStream().write(bomb.toByteArray());
        })) {
            Outcome outcome = post(server, "64KiB");

            assertThat(server.seen())
                    .singleElement()
                    .satisfies(
                            seen -> assertThat(seen.header("Accept-Encoding")).isNull());
            assertThat(outcome.answer().statusCode()).isEqualTo(200);
            assertThat(outcome.answer().excerpt())
                    .doesNotContain("\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000");
        }
    }
}
