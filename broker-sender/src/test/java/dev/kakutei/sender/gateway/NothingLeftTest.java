package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Not one byte of the request left: only then is an attempt reported as not sent. */
class NothingLeftTest {
    private static final Duration LIMIT = Duration.ofSeconds(3);

    private static Outcome post(URI url, Duration timeout, LastCheck check) throws Exception {
        try (GatewayDesk desk = new GatewayDesk(Fixtures.gateway("gw", url, 4), "s-1", InstantSource.system())) {
            desk.start();
            Report report = desk.carryOut(Fixtures.payment(Fixtures.id(), timeout), check)
                    .get(20, TimeUnit.SECONDS);
            return ((Report.AttemptReport) report).outcome();
        }
    }

    private static void assertNotConnected(Outcome outcome, String... codes) {
        assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
        assertThat(outcome.answer().category()).isEqualTo(Category.NOT_CONNECTED);
        assertThat(outcome.answer().code()).as("%s", outcome).isIn((Object[]) codes);
    }

    private static ServerSocket listen(int backlog) throws IOException {
        return new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    }

    @Test
    void carryOut_closedPort_isNotSent() throws Exception {
        int port;
        try (ServerSocket socket = listen(1)) {
            port = socket.getLocalPort();
        }
        assertNotConnected(post(URI.create("http://127.0.0.1:" + port), LIMIT, () -> true), "connection_refused");
    }

    @Test
    void carryOut_unknownHost_isNotSent() throws Exception {
        // how long a resolver takes to say no is its own affair
        assertNotConnected(
                post(URI.create("http://gateway.invalid"), LIMIT, () -> true), "host_unresolved", "connect_timeout");
    }

    @Test
    void carryOut_connectionThatHangs_isNotSentAfterTheTimeout() throws Exception {
        List<Socket> fillers = new ArrayList<>();
        try (ServerSocket full = listen(1)) {
            for (int i = 0; i < 3; i++) {
                Socket filler = new Socket();
                fillers.add(filler);
                try {
                    filler.connect(full.getLocalSocketAddress(), 200);
                } catch (IOException e) {
                    // the queue is full: what is wanted
                }
            }
            Outcome outcome =
                    post(URI.create("http://127.0.0.1:" + full.getLocalPort()), Duration.ofMillis(700), () -> true);

            assertNotConnected(outcome, "connect_timeout");
            assertThat(outcome.answer().elapsedMillis()).isBetween(600L, 5000L);
        } finally {
            for (Socket filler : fillers) {
                filler.close();
            }
        }
    }

    @Test
    void carryOut_plainServerWhereTlsIsExpected_isNotSent() throws Exception {
        try (ServerSocket plain = listen(10)) {
            serve(plain, socket -> {
                socket.getInputStream().read();
                RawServer.write(socket, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
            });
            assertNotConnected(
                    post(URI.create("https://127.0.0.1:" + plain.getLocalPort()), LIMIT, () -> true),
                    "tls_handshake_failed");
        }
    }

    @Test
    void carryOut_certificateNobodyKnows_isNotSent(@TempDir Path folder) throws Exception {
        AtomicInteger bytes = new AtomicInteger();
        try (ServerSocket tls = selfSigned(folder)) {
            serve(tls, socket -> {
                while (socket.getInputStream().read() >= 0) {
                    bytes.incrementAndGet();
                }
            });
            assertNotConnected(
                    post(URI.create("https://127.0.0.1:" + tls.getLocalPort()), LIMIT, () -> true),
                    "tls_handshake_failed");
            assertThat(bytes).hasValue(0);
        }
    }

    @Test
    void carryOut_tooOldBeforeTheCall_isNotAttempted() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Outcome outcome = post(server.url(), LIMIT, () -> false);

            assertTooLate(outcome);
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    void carryOut_tooOldWhenItsTurnAtTheSocketCame_isNotAttempted() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Outcome outcome = post(server.url(), LIMIT, () -> asked.incrementAndGet() == 1);

            assertTooLate(outcome);
            assertThat(asked).hasValue(2);
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    void carryOut_kindWithoutPath_isNotAttempted() throws Exception {
        try (GatewayDesk desk = new GatewayDesk(
                Fixtures.gateway("gw", URI.create("http://127.0.0.1:1"), 4), "s-1", InstantSource.system())) {
            Report report = desk.carryOut(Fixtures.inquiry(RequestKind.ORDER), () -> true)
                    .get();

            assertThat(((Report.InquiryReport) report).finding()).isEqualTo(Finding.UNANSWERABLE);
        }
    }

    @Test
    void carryOut_inquiry_isOneGet() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{\"status\":\"AUTHORIZED\"}"));
                GatewayDesk desk =
                        new GatewayDesk(Fixtures.gateway("gw", server.url(), 4), "s-1", InstantSource.system())) {
            desk.start();
            Report report = desk.carryOut(Fixtures.inquiry(RequestKind.PAYMENT), () -> true)
                    .get(10, TimeUnit.SECONDS);

            assertThat(((Report.InquiryReport) report).finding()).isEqualTo(Finding.SUCCEEDED);
            assertThat(server.seen()).singleElement().satisfies(seen -> {
                assertThat(seen.method()).isEqualTo("GET");
                assertThat(seen.path()).isEqualTo("/payments/" + Fixtures.ID);
            });
        }
    }

    private static void assertTooLate(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
        assertThat(outcome.answer().category()).isEqualTo(Category.NOT_ATTEMPTED);
        assertThat(outcome.answer().code()).isEqualTo("not_after_passed");
    }

    private interface Serving {
        void serve(Socket socket) throws IOException;
    }

    private static void serve(ServerSocket listener, Serving serving) {
        Thread thread = new Thread(() -> {
            try (Socket socket = listener.accept()) {
                serving.serve(socket);
            } catch (IOException e) {
                // the client went away: its side of the story is what is looked at
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static ServerSocket selfSigned(Path folder) throws Exception {
        Path store = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "changeit",
                        "-dname",
                        "CN=127.0.0.1",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "k")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }
}
