package dev.kakutei.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.http.metrics.HttpMetrics;
import dev.kakutei.ingest.CapturedLog;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TestCertificate;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC G3: TLS of the listener, with a real certificate, a whole service behind it, and files that change. */
class ListenerTlsTest {
    private static final Duration LIMIT = Await.LIMIT;

    @TempDir
    private static Path folder;

    private static TestCertificate first;
    private static TestCertificate second;
    private static TestStore store;
    private static SimpleMeterRegistry registry;
    private static IngestService service;
    private static SSLContext trust;

    @BeforeAll
    static void start() throws Exception {
        first = TestCertificate.made(folder, "RSA", "first");
        second = TestCertificate.made(folder, "EC", "second");
        trust = TestCertificate.trusting(first, second);
        replace("certificate.pem", first.certificatePem());
        replace("key.pem", first.keyPem());
        store = TestStore.open();
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put(
                "ingest.http.tls.certificate", folder.resolve("certificate.pem").toString());
        settings.put("ingest.http.tls.key", folder.resolve("key.pem").toString());
        settings.put("ingest.http.tls.reload", "100ms");
        IngestConfig config = TestService.config(settings);
        registry = new SimpleMeterRegistry();
        service = new IngestService(config, registry);
        service.start();
    }

    @AfterAll
    static void stop() {
        service.close();
        store.close();
    }

    @Test
    void listener_withACertificate_speaksHttpsToCallersThatTrustIt() throws Exception {
        assertThat(service.address().getScheme()).isEqualTo("https");
        HttpResponse<String> answer =
                HttpClient.newBuilder().sslContext(trust).build().send(ask(), HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("unknown-request");
        HttpClient stranger = HttpClient.newBuilder()
                .sslContext(TestCertificate.trusting(TestCertificate.made(folder, "EC", "unknown")))
                .build();
        assertThatThrownBy(() -> stranger.send(ask(), HttpResponse.BodyHandlers.ofString()))
                .isInstanceOf(SSLHandshakeException.class);
        assertThat(registry.get(HttpMetrics.CERTIFICATE).gauge().value()).isBetween(80.0 * 86_400, 91.0 * 86_400);
    }

    @Test
    void listener_plainHttp_getsNoAnswerOfOurs() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", service.port())) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.getOutputStream()
                    .write("GET /requests/none HTTP/1.1\r\nHost: localhost\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = answer(socket);

            assertThat(answer).doesNotContain("HTTP/1.1");
        }
    }

    @Test
    void listener_protocols_are12And13Only() throws Exception {
        for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
            try (SSLSocket socket = connected(protocol)) {
                assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
            }
        }
        TlsConfig files =
                new TlsConfig(folder.resolve("first.pem"), folder.resolve("first-key.pem"), Duration.ofMinutes(1));
        replace("first.pem", first.certificatePem());
        replace("first-key.pem", first.keyPem());
        try (ListenerTls tls =
                new ListenerTls(files, new HttpMetrics(new SimpleMeterRegistry()), InstantSource.system())) {
            SslContextFactory.Server factory = tls.start();
            factory.start();
            assertThat(factory.newSSLEngine().getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
            factory.stop();
        }
    }

    @Test
    void files_replacedOneAfterTheOther_areTakenWhenTheyFitAgain() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            assertThat(shown()).isEqualTo(first.certificate());

            replace("certificate.pem", second.certificatePem());
            Await.until("the half is seen", () -> warnings(log) == 1);
            assertThat(shown()).isEqualTo(first.certificate());

            Files.delete(folder.resolve("key.pem"));
            Await.until("the gap is seen", () -> warnings(log) == 2);
            assertThat(shown()).isEqualTo(first.certificate());

            replace("key.pem", second.keyPem());
            Await.until("the new one is shown", () -> shown().equals(second.certificate()));
            assertThat(HttpClient.newBuilder()
                            .sslContext(trust)
                            .build()
                            .send(ask(), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(404);

            replace("certificate.pem", first.certificatePem());
            replace("key.pem", first.keyPem());
            Await.until("the first one is back", () -> shown().equals(first.certificate()));
            assertThat(String.join("\n", log.lines()))
                    .doesNotContain(second.keyPem().substring(40, 70));
        }
    }

    private static long warnings(CapturedLog log) {
        return log.lines().stream()
                .filter(line -> line.startsWith("WARN") && line.contains("keeping the current one"))
                .count();
    }

    private static HttpRequest ask() {
        return HttpRequest.newBuilder(URI.create(service.address() + "/requests/none"))
                .timeout(LIMIT)
                .build();
    }

    private static X509Certificate shown() throws IOException {
        try (SSLSocket socket = connected("TLSv1.3")) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private static SSLSocket connected(String protocol) throws IOException {
        SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket("127.0.0.1", service.port());
        socket.setEnabledProtocols(new String[] {protocol});
        socket.setSoTimeout((int) LIMIT.toMillis());
        socket.startHandshake();
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException cutOff) {
            return "";
        }
    }

    /** Whole or not at all, as those who renew certificates do. */
    private static void replace(String name, String text) throws IOException {
        Path making = Files.writeString(folder.resolve(name + ".new"), text);
        Files.move(making, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
