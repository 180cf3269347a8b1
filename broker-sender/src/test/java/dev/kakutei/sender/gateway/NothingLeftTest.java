package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.network.CheckedResolver;
import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import dev.kakutei.sender.tls.TestCertificates;
import dev.kakutei.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** Not one byte of the request left: only then is an attempt reported as not sent. */
class NothingLeftTest {
    private static Outcome post(URI url, PreSendCheck check) throws Exception {
        try (GatewayClient client = new GatewayClient(Fixtures.gateway("gw", url, 4), "s-1", InstantSource.system())) {
            return post(client, Fixtures.LONG_CALL, check);
        }
    }

    private static Outcome post(GatewayClient client, Duration timeout, PreSendCheck check) throws Exception {
        client.start();
        Report report = client.carryOut(Fixtures.payment(Fixtures.id(), timeout), check)
                .get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
        return ((Report.AttemptReport) report).outcome();
    }

    private static void assertNotConnected(Outcome outcome, String code) {
        assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
        assertThat(outcome.answer().category()).isEqualTo(Category.NOT_CONNECTED);
        assertThat(outcome.answer().code()).as("%s", outcome).isEqualTo(code);
    }

    private static ServerSocket listen(int backlog) throws IOException {
        return new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    }

    @Test
    void carryOut_closedPort_isNotSent() throws Exception {
        // a socket that is bound and does not listen keeps others from the port
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            assertNotConnected(
                    post(URI.create("http://127.0.0.1:" + bound.getLocalPort()), () -> true), "connection_refused");
        }
    }

    @Test
    void carryOut_unknownHost_isNotSent() throws Exception {
        Gateway gateway = Fixtures.gateway("gw", URI.create("http://gateway.invalid"), 4);
        CheckedResolver.Names unknown = host -> {
            throw new UnknownHostException(host);
        };
        try (GatewayClient client =
                new GatewayClient(gateway, "s-1", InstantSource.system(), Secrets.of(gateway, Map.of()), unknown)) {
            assertNotConnected(post(client, Fixtures.LONG_CALL, () -> true), "host_unresolved");
        }
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
            Gateway gateway = Fixtures.gateway("gw", URI.create("http://127.0.0.1:" + full.getLocalPort()), 4);
            try (GatewayClient client = new GatewayClient(gateway, "s-1", InstantSource.system())) {
                Outcome outcome = post(client, Duration.ofMillis(700), () -> true);

                assertNotConnected(outcome, "connect_timeout");
                assertThat(outcome.answer().elapsedMillis()).isGreaterThanOrEqualTo(600);
            }
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
                    post(URI.create("https://127.0.0.1:" + plain.getLocalPort()), () -> true), "tls_handshake_failed");
        }
    }

    @Test
    void carryOut_unknownCertificate_isNotSent() throws Exception {
        AtomicInteger bytes = new AtomicInteger();
        try (ServerSocket tls = selfSigned()) {
            serve(tls, socket -> {
                while (socket.getInputStream().read() >= 0) {
                    bytes.incrementAndGet();
                }
            });
            assertNotConnected(
                    post(URI.create("https://127.0.0.1:" + tls.getLocalPort()), () -> true), "tls_handshake_failed");
            assertThat(bytes).hasValue(0);
        }
    }

    @Test
    void carryOut_tooOldBeforeTheCall_isNotAttempted() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Outcome outcome = post(server.url(), () -> false);

            assertTooLate(outcome);
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    void carryOut_tooOldWhenItsTurnAtTheSocketCame_isNotAttempted() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Outcome outcome = post(server.url(), () -> asked.incrementAndGet() == 1);

            assertTooLate(outcome);
            assertThat(asked).hasValue(2);
            assertThat(server.seen()).isEmpty();
        }
    }

    @Test
    void carryOut_kindWithoutPath_isNotAttempted() throws Exception {
        try (GatewayClient client = new GatewayClient(
                Fixtures.gateway("gw", URI.create("http://127.0.0.1:1"), 4), "s-1", InstantSource.system())) {
            Report report = client.carryOut(Fixtures.inquiry(RequestKind.ORDER), () -> true)
                    .get();

            assertThat(((Report.InquiryReport) report).finding()).isEqualTo(Finding.UNANSWERABLE);
        }
    }

    @Test
    void carryOut_inquiry_isOneGet() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{\"status\":\"AUTHORIZED\"}"));
                GatewayClient client =
                        new GatewayClient(Fixtures.gateway("gw", server.url(), 4), "s-1", InstantSource.system())) {
            client.start();
            Report report = client.carryOut(Fixtures.inquiry(RequestKind.PAYMENT), () -> true)
                    .get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);

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

    private static ServerSocket selfSigned() throws Exception {
        TestCertificates.Holder holder = TestCertificates.authority("CN=127.0.0.1");
        char[] password = "in-memory".toCharArray();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, password);
        keys.setKeyEntry("k", holder.key(), password, new X509Certificate[] {holder.certificate()});
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }
}
