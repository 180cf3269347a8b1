package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import dev.kakutei.sender.network.CheckedResolver;
import dev.kakutei.sender.secret.Secrets;
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
import org.junit.jupiter.api.Test;

/** SPEC A6: what remains of the caller's deadline bounds the call, and nothing else does once it has a connection. */
class DeadlineTest {
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
        try (GatewayDesk desk =
                new GatewayDesk(gateway, "s-1", InstantSource.system(), Secrets.of(gateway, Map.of()), names)) {
            desk.start();
            Report report = desk.carryOut(Fixtures.payment(Fixtures.id(), timeout), () -> true)
                    .get(60, TimeUnit.SECONDS);
            return ((Report.AttemptReport) report).outcome();
        }
    }

    private static Outcome post(Gateway gateway, Duration timeout) throws Exception {
        return post(gateway, timeout, InetAddress::getAllByName);
    }

    private static void assertNotConnected(Outcome outcome, long least, long most) {
        assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
        assertThat(outcome.answer().code()).as("%s", outcome).isEqualTo("connect_timeout");
        assertThat(outcome.answer().elapsedMillis()).isBetween(least, most);
    }

    /**
     * Longer than every default there is: our own four seconds for kept connections and five for connecting, the client
     * library's fifteen for names and connections, its thirty for an idle connection, and the gateway's call_timeout.
     */
    @Test
    void carryOut_answerAfterEveryDefaultHasPassed_isDelivered() throws Exception {
        Duration thinking = Duration.ofMillis(30_500);
        try (RawServer server = new RawServer((request, socket) -> {
            LockSupport.parkNanos(thinking.toNanos());
            RawServer.answer(socket, 200, "{}");
        })) {
            Outcome outcome = post(gateway(server.url(), "200ms"), Duration.ofMinutes(2));

            assertThat(outcome).isInstanceOf(Outcome.Delivered.class);
            assertThat(outcome.answer().elapsedMillis()).isGreaterThanOrEqualTo(thinking.toMillis());
        }
    }

    @Test
    void carryOut_noAnswerWithinTheCommandsTime_isUnknownThen() throws Exception {
        try (RawServer server = new RawServer(RawServer.silent())) {
            Outcome outcome = post(gateway(server.url(), "5s"), Duration.ofMillis(600));

            assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
            assertThat(outcome.answer().code()).isEqualTo("timeout");
            assertThat(outcome.answer().elapsedMillis()).isBetween(550L, 10_000L);
        }
    }

    @Test
    void carryOut_connectionThatHangs_isGivenUpAfterTheConnectTimeout() throws Exception {
        try (FullListener full = new FullListener()) {
            assertNotConnected(post(gateway(full.url(), "300ms"), Duration.ofSeconds(30)), 250, 15_000);
            assertNotConnected(post(gateway(full.url(), "30s"), Duration.ofMillis(300)), 250, 15_000);
        }
    }

    @Test
    void carryOut_nameServerThatHangs_isGivenUpAfterTheConnectTimeout() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CheckedResolver.Names hanging = host -> {
            try {
                never.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return InetAddress.getAllByName("127.0.0.1");
        };
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Gateway gateway = gateway(server.url("http", "bank.example"), "300ms");
            CompletableFuture<Outcome> outcome = new CompletableFuture<>();
            GatewayDesk desk =
                    new GatewayDesk(gateway, "s-1", InstantSource.system(), Secrets.of(gateway, Map.of()), hanging);
            desk.start();
            desk.carryOut(Fixtures.payment(Fixtures.id(), Duration.ofSeconds(30)), () -> true)
                    .thenAccept(report -> outcome.complete(((Report.AttemptReport) report).outcome()));

            assertNotConnected(outcome.get(20, TimeUnit.SECONDS), 250, 15_000);
            never.countDown();
            desk.close();
            assertThat(server.seen()).isEmpty();
        }
    }

    /** A server that takes the connection and never shakes hands has seen nothing of the request. */
    @Test
    void carryOut_handshakeThatHangs_isNotSentAfterTheConnectTimeout() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            URI url = URI.create("https://127.0.0.1:" + mute.getLocalPort());

            assertNotConnected(post(gateway(url, "400ms"), Duration.ofSeconds(30)), 350, 15_000);
            assertNotConnected(post(gateway(url, "30s"), Duration.ofMillis(400)), 350, 15_000);
        }
    }

    /** Nobody accepts, and the queue is full. */
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
