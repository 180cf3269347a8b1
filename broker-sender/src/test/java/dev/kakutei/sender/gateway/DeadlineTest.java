package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.network.CheckedResolver;
import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** SPEC A6: what remains of the caller's deadline bounds the call, and nothing else does once it has a connection. */
class DeadlineTest {
    /** Below the longest connect time-out, so that this one cannot be what a case waited for. */
    private static final Duration LIMIT = Duration.ofSeconds(55);
    /** The other limit of a case: longer than the case may take, so that it cannot be what ended the call. */
    private static final Duration NEVER_OVER = Duration.ofMinutes(30);

    private static final String LONGEST_CONNECT = "1m";

    private static Gateway gateway(URI url, String connectTimeout) {
        return Fixtures.gateway("gw", """
                class: neither
                url: %s
                paths: {payment: /payments}
                call_timeout: 1ms
                connect_timeout: %s
                network: {allow: [loopback]}
                """.formatted(url, connectTimeout));
    }

    private static Outcome post(Gateway gateway, Duration timeout, CheckedResolver.Names names) throws Exception {
        try (GatewayClient client =
                new GatewayClient(gateway, "s-1", InstantSource.system(), Secrets.of(gateway, Map.of()), names)) {
            client.start();
            Report report = client.carryOut(Fixtures.payment(Fixtures.id(), timeout), () -> true)
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            return ((Report.AttemptReport) report).outcome();
        }
    }

    private static Outcome post(Gateway gateway, Duration timeout) throws Exception {
        return post(gateway, timeout, InetAddress::getAllByName);
    }

    private static void assertNotConnected(Outcome outcome, long least) {
        assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
        assertThat(outcome.answer().code()).as("%s", outcome).isEqualTo("connect_timeout");
        assertThat(outcome.answer().elapsedMillis()).isGreaterThanOrEqualTo(least);
    }

    /**
     * Longer than every default there is: our own four seconds for kept connections and five for connecting, the client
     * library's fifteen for names and connections, its thirty for an idle connection, and the gateway's call_timeout.
     */
    @Test
    @Tag("proof")
    void carryOut_answerAfterEveryDefaultHasPassed_isDelivered() throws Exception {
        Duration thinking = Duration.ofMillis(30_500);
        try (RawServer server = new RawServer((request, socket) -> {
            LockSupport.parkNanos(thinking.toNanos());
            RawServer.answer(socket, 200, "{}");
        })) {
            Outcome outcome = post(gateway(server.url(), "5s"), NEVER_OVER);

            assertThat(outcome).isInstanceOf(Outcome.Delivered.class);
            assertThat(outcome.answer().elapsedMillis()).isGreaterThanOrEqualTo(thinking.toMillis());
        }
    }

    @Test
    void carryOut_noAnswerWithinTheCommandsTime_isUnknownThen() throws Exception {
        try (RawServer server = new RawServer(RawServer.silent())) {
            Duration timeout = Duration.ofMillis(600);
            Outcome outcome = post(gateway(server.url(), LONGEST_CONNECT), timeout);
            // a busy machine may take as long to connect: such a call gets no answer to wait for
            while (outcome instanceof Outcome.NotSent) {
                assertNotConnected(outcome, 550);
                timeout = timeout.multipliedBy(2);
                outcome = post(gateway(server.url(), LONGEST_CONNECT), timeout);
            }

            assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
            assertThat(outcome.answer().code()).isEqualTo("timeout");
            assertThat(outcome.answer().elapsedMillis()).isGreaterThanOrEqualTo(550);
        }
    }

    @Test
    void carryOut_connectionThatHangs_isGivenUpAfterTheConnectTimeout() throws Exception {
        try (FullListener full = new FullListener()) {
            assertNotConnected(post(gateway(full.url(), "300ms"), NEVER_OVER), 250);
            assertNotConnected(post(gateway(full.url(), LONGEST_CONNECT), Duration.ofMillis(300)), 250);
        }
    }

    @Test
    void carryOut_nameServerThatHangs_isGivenUpAfterTheConnectTimeout() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CheckedResolver.Names hanging = host -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return InetAddress.getAllByName("127.0.0.1");
        };
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Gateway gateway = gateway(server.url("http", "bank.example"), "300ms");
            CompletableFuture<Outcome> outcome = new CompletableFuture<>();
            GatewayClient client =
                    new GatewayClient(gateway, "s-1", InstantSource.system(), Secrets.of(gateway, Map.of()), hanging);
            client.start();
            client.carryOut(Fixtures.payment(Fixtures.id(), NEVER_OVER), () -> true)
                    .thenAccept(report -> outcome.complete(((Report.AttemptReport) report).outcome()));

            assertNotConnected(outcome.get(LIMIT.toSeconds(), TimeUnit.SECONDS), 250);
            never.countDown();
            client.close();
            assertThat(server.seen()).isEmpty();
        }
    }

    /** A server that takes the connection and never shakes hands has seen nothing of the request. */
    @Test
    void carryOut_handshakeThatHangs_isNotSentAfterTheConnectTimeout() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            URI url = URI.create("https://127.0.0.1:" + mute.getLocalPort());

            assertNotConnected(post(gateway(url, "400ms"), NEVER_OVER), 350);
            assertNotConnected(post(gateway(url, LONGEST_CONNECT), Duration.ofMillis(400)), 350);
        }
    }

    /** No server accepts, and the queue is full. */
    private static final class FullListener implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final List<Socket> fillers = new ArrayList<>();

        FullListener() throws IOException {
            for (int i = 0; i < 3; i++) {
                Socket filler = new Socket();
                fillers.add(filler);
                try {
                    filler.connect(listener.getLocalSocketAddress(), 200);
                } catch (IOException e) {
                    // full: what is wanted
                }
            }
        }

        URI url() {
            return URI.create("http://127.0.0.1:" + listener.getLocalPort());
        }

        @Override
        public void close() throws IOException {
            for (Socket filler : fillers) {
                filler.close();
            }
            listener.close();
        }
    }
}
