package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import dev.kakutei.sender.tls.TestCertificates;
import dev.kakutei.sender.tls.TestCertificates.Holder;
import dev.kakutei.testkit.Await;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real handshakes with certificates that were made here: who is trusted, who we are, and what left when it failed. */
class TlsTest {
    private static final char[] PASSWORD = "in-memory".toCharArray();

    @TempDir
    static Path folder;

    static Holder authority;
    static Holder stranger;
    static Path trust;

    @BeforeAll
    static void authorities() throws Exception {
        authority = TestCertificates.authority("authority");
        stranger = TestCertificates.authority("stranger");
        trust = authority.certificateFile(folder);
    }

    /** Whether a server asks for a certificate. */
    private enum Asks {
        NOTHING,
        A_CERTIFICATE
    }

    private static RawServer server(Holder holder, Asks asks, RawServer.Script script, String... protocols)
            throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, PASSWORD);
        keys.setKeyEntry("k", holder.key(), PASSWORD, new X509Certificate[] {holder.certificate()});
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, PASSWORD);
        trusted.setCertificateEntry("ca", authority.certificate());
        TrustManagerFactory trusts = TrustManagerFactory.getInstance("PKIX");
        trusts.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), trusts.getTrustManagers(), null);
        SSLServerSocket listener = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listener.setNeedClientAuth(asks == Asks.A_CERTIFICATE);
        if (protocols.length > 0) {
            listener.setEnabledProtocols(protocols);
        }
        return new RawServer(listener, script);
    }

    private static Gateway gateway(RawServer server, String host, String tls) {
        return Fixtures.gateway("gw", """
                class: neither
                url: %s
                paths: {payment: /payments}
                network: {allow: [loopback]}
                tls: {%s}
                """.formatted(server.url("https", host), tls));
    }

    private static GatewayClient client(Gateway gateway) {
        GatewayClient client =
                new GatewayClient(gateway, "s-1", InstantSource.system(), Secrets.of(gateway, Map.of()), host ->
                        new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})});
        client.start();
        return client;
    }

    private static Outcome post(RawServer server, String host, String tls) throws Exception {
        try (GatewayClient client = client(gateway(server, host, tls))) {
            return Fixtures.post(client);
        }
    }

    private static void assertNothingLeft(Outcome outcome, RawServer server) {
        assertThat(outcome).as("%s", outcome).isInstanceOf(Outcome.NotSent.class);
        assertThat(outcome.answer().code()).isEqualTo("tls_handshake_failed");
        assertThat(server.seen()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1,TLSv1.2", "127.0.0.1,TLSv1.3", "bank.example,TLSv1.2", "bank.example,TLSv1.3"})
    void carryOut_certificateOfATrustedAuthority_isDelivered(String host, String protocol) throws Exception {
        AtomicReference<String> spoken = new AtomicReference<>();
        Holder holder = TestCertificates.issue(authority, host);
        RawServer.Script script = (request, socket) -> {
            spoken.set(((SSLSocket) socket).getSession().getProtocol());
            RawServer.answer(socket, 200, "{}");
        };
        try (RawServer server = server(holder, Asks.NOTHING, script, protocol)) {
            assertThat(post(server, host, "trust: " + trust)).isInstanceOf(Outcome.Delivered.class);
            assertThat(spoken).hasValue(protocol);
        }
    }

    @Test
    void carryOut_certificateOfAnotherHost_isNotSent() throws Exception {
        for (String host : new String[] {"127.0.0.1", "bank.example", "api.other.example"}) {
            try (RawServer server = server(
                    TestCertificates.issue(authority, "other.example"), Asks.NOTHING, RawServer.answering(200, "{}"))) {
                assertNothingLeft(post(server, host, "trust: " + trust), server);
            }
        }
    }

    @Test
    void carryOut_certificateThatHasEndedOrNotBegun_isNotSent() throws Exception {
        Instant now = Instant.now();
        Duration day = Duration.ofDays(1);
        Holder ended =
                TestCertificates.issue(authority, "bank.example", now.minus(day).minus(day), now.minus(day));
        Holder early = TestCertificates.issue(
                authority, "bank.example", now.plus(day), now.plus(day).plus(day));
        for (Holder holder : new Holder[] {ended, early}) {
            try (RawServer server = server(holder, Asks.NOTHING, RawServer.answering(200, "{}"))) {
                assertNothingLeft(post(server, "bank.example", "trust: " + trust), server);
            }
        }
    }

    @Test
    void carryOut_unknownAuthority_isNotSent() throws Exception {
        try (RawServer server = server(
                TestCertificates.issue(stranger, "bank.example"), Asks.NOTHING, RawServer.answering(200, "{}"))) {
            assertNothingLeft(post(server, "bank.example", "trust: " + trust), server);
        }
        try (RawServer server = server(
                TestCertificates.issue(authority, "bank.example"), Asks.NOTHING, RawServer.answering(200, "{}"))) {
            Holder client = TestCertificates.issue(authority, "us.example");
            // the platform's own trust, which does not know our authority
            assertNothingLeft(
                    post(
                            server,
                            "bank.example",
                            "certificate: " + client.certificateFile(folder) + ", key: " + client.keyFile(folder)),
                    server);
        }
    }

    @Test
    void carryOut_oldProtocolsOnly_isNotSent() throws Exception {
        try (RawServer server = server(
                TestCertificates.issue(authority, "bank.example"),
                Asks.NOTHING,
                RawServer.answering(200, "{}"),
                "TLSv1.1")) {
            assertNothingLeft(post(server, "bank.example", "trust: " + trust), server);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void carryOut_ourCertificate_isShown(String protocol) throws Exception {
        AtomicReference<String> peer = new AtomicReference<>();
        RawServer.Script script = (request, socket) -> {
            peer.set(((SSLSocket) socket).getSession().getPeerPrincipal().getName());
            RawServer.answer(socket, 200, "{}");
        };
        Holder client = TestCertificates.issue(authority, "us.example");
        try (RawServer server =
                server(TestCertificates.issue(authority, "bank.example"), Asks.A_CERTIFICATE, script, protocol)) {
            String tls = "trust: " + trust + ", certificate: " + client.certificateFile(folder) + ", key: "
                    + client.keyFile(folder);

            assertThat(post(server, "bank.example", tls)).isInstanceOf(Outcome.Delivered.class);
            assertThat(peer).hasValue("CN=us.example");
        }
    }

    @Test
    void carryOut_noCertificateWhereOneIsWantedByTls12_isNotSent() throws Exception {
        try (RawServer server = server(
                TestCertificates.issue(authority, "bank.example"),
                Asks.A_CERTIFICATE,
                RawServer.answering(200, "{}"),
                "TLSv1.2")) {
            assertNothingLeft(post(server, "bank.example", "trust: " + trust), server);
        }
    }

    /**
     * With TLS 1.3 our side of the handshake is over when the server first misses our certificate, and the request may be
     * on its way by then. No server of good manners reads it, but that is its promise and not our knowledge.
     */
    @Test
    void carryOut_noCertificateWhereOneIsWantedByTls13_isUnknown() throws Exception {
        Holder holder = TestCertificates.issue(authority, "bank.example");
        for (int round = 0; round < 10; round++) {
            try (RawServer server = server(holder, Asks.A_CERTIFICATE, RawServer.answering(200, "{}"), "TLSv1.3")) {
                Outcome outcome = post(server, "bank.example", "trust: " + trust);

                assertThat(outcome).as("%s", outcome).isInstanceOf(Outcome.Unknown.class);
                assertThat(outcome.answer().code())
                        .isIn("tls_ended_by_gateway", "closed_without_answer", "connection_reset");
                assertThat(server.seen()).isEmpty();
            }
        }
    }

    @Test
    void carryOut_certificateOfAStranger_isNotTakenForDone() throws Exception {
        Holder client = TestCertificates.issue(stranger, "us.example");
        String tls = "trust: " + trust + ", certificate: " + client.certificateFile(folder) + ", key: "
                + client.keyFile(folder);
        for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
            try (RawServer server = server(
                    TestCertificates.issue(authority, "bank.example"),
                    Asks.A_CERTIFICATE,
                    RawServer.answering(200, "{}"),
                    protocol)) {
                Outcome outcome = post(server, "bank.example", tls);

                assertThat(outcome).isInstanceOfAny(Outcome.NotSent.class, Outcome.Unknown.class);
                assertThat(server.seen()).isEmpty();
            }
        }
    }

    @Test
    void carryOut_certificateThatIsReplaced_isShownWithoutARestart() throws Exception {
        AtomicReference<String> peer = new AtomicReference<>();
        RawServer.Script script = (request, socket) -> {
            peer.set(((SSLSocket) socket).getSession().getPeerPrincipal().getName());
            RawServer.answer(socket, 200, "{}");
            socket.close();
        };
        Holder first = TestCertificates.issue(authority, "first.example");
        Path certificate = first.certificateFile(folder);
        Path key = first.keyFile(folder);
        try (RawServer server = server(TestCertificates.issue(authority, "bank.example"), Asks.A_CERTIFICATE, script);
                GatewayClient client = client(gateway(
                        server,
                        "bank.example",
                        "trust: " + trust + ", certificate: " + certificate + ", key: " + key))) {
            Fixtures.post(client);
            assertThat(peer).hasValue("CN=first.example");
            Holder second = TestCertificates.issue(authority, "second.example");
            Files.move(second.certificateFile(folder), certificate, StandardCopyOption.REPLACE_EXISTING);
            Files.move(second.keyFile(folder), key, StandardCopyOption.REPLACE_EXISTING);

            Await.until("the new certificate is shown", () -> {
                Fixtures.post(client);
                return "CN=second.example".equals(peer.get());
            });
        }
    }

    @Test
    void start_filesThatAreGone_saysWhich() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Gateway gateway = gateway(server, "bank.example", "trust: /nowhere/ca.pem");

            assertThatThrownBy(() -> client(gateway))
                    .hasMessageContaining("gateways.gw.tls: there is no file /nowhere/ca.pem");
        }
    }
}
