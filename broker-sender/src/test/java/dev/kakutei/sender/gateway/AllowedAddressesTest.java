package dev.kakutei.sender.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.boot.network.CheckedResolver;
import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that must not be connected to sees nothing, not even a connection, whatever leads there. */
class AllowedAddressesTest {
    private static Gateway gateway(URI url, String allow) {
        return Fixtures.gateway("gw", """
                class: neither
                url: %s
                paths: {payment: /payments}
                connect_timeout: 30s
                network: {allow: [%s]}
                """.formatted(url, allow));
    }

    private static GatewayClient client(Gateway gateway, CheckedResolver.Names names) {
        GatewayClient client =
                new GatewayClient(gateway, "s-1", InstantSource.system(), Secrets.of(gateway, Map.of()), names);
        client.start();
        return client;
    }

    private static Outcome post(Gateway gateway, CheckedResolver.Names names) throws Exception {
        try (GatewayClient client = client(gateway, names)) {
            return Fixtures.post(client);
        }
    }

    private static InetAddress[] all(String... addresses) throws UnknownHostException {
        InetAddress[] all = new InetAddress[addresses.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = InetAddress.getByName(addresses[i]);
        }
        return all;
    }

    /** Spellings that the platform's own resolver leads to this machine. */
    @ParameterizedTest(name = "{index}: {0}")
    @ValueSource(
            strings = {
                "127.0.0.1",
                "localhost",
                "127.1",
                "127.0.1",
                "2130706433",
                "0x7f.1",
                "0x7f000001",
                "017700000001",
                "0",
                "0.0.0.0",
                "[::1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[::]",
            })
    void carryOut_spellingOfThisMachine_neverConnects(String host) throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            String url = "http://" + host + ":" + server.url().getPort();
            Outcome outcome;
            try {
                outcome = post(gateway(URI.create(url), "private"), InetAddress::getAllByName);
            } catch (IllegalArgumentException e) {
                assertThat(e).as("refused when the file is read").hasMessageContaining("gateways.gw.url");
                return;
            }

            assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
            assertThat(outcome.answer().code()).isIn("address_not_allowed", "host_unresolved");
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void carryOut_addressThatIsNotAllowed_isNotSentAndSaysWhy() throws Exception {
        Outcome outcome =
                post(gateway(URI.create("https://bank.example"), ""), host -> all("169.254.169.254", "10.0.0.7"));

        assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
        assertThat(outcome.answer().category()).isEqualTo(Category.NOT_CONNECTED);
        assertThat(outcome.answer().code()).isEqualTo("address_not_allowed");
        assertThat(outcome.answer().message())
                .contains("169.254.169.254 is a cloud's metadata service", "10.0.0.7 is private");
    }

    @Test
    void carryOut_severalAddresses_triesOnlyThoseThatAreAllowed() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Outcome outcome = post(
                    gateway(server.url("http", "bank.example"), "loopback"),
                    host -> all("10.0.0.1", "192.168.0.1", "127.0.0.1"));

            assertThat(outcome).isInstanceOf(Outcome.Delivered.class);
            assertThat(server.seen())
                    .singleElement()
                    .satisfies(seen -> assertThat(seen.header("Host")).startsWith("bank.example:"));
        }
    }

    @Test
    void carryOut_firstAddressRefusesTheConnection_theNextIsTried() throws Exception {
        try (RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            Outcome outcome = post(
                    gateway(server.url("http", "bank.example"), "loopback"), host -> all("127.0.0.2", "127.0.0.1"));

            assertThat(outcome).isInstanceOf(Outcome.Delivered.class);
            assertThat(server.seen()).hasSize(1);
        }
    }

    /** Rebinding: a name that changes its mind is asked once for each connection, and what it said then is used. */
    @Test
    void carryOut_nameThatChangesItsMind_isConnectedToWhereItWasJudged() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        CheckedResolver.Names rebinding = host -> asked.incrementAndGet() == 1 ? all("127.0.0.1") : all("10.0.0.1");
        try (RawServer server = new RawServer((request, socket) -> {
                    RawServer.answer(socket, 200, "{}");
                    socket.close();
                });
                GatewayClient client = client(gateway(server.url("http", "bank.example"), "loopback"), rebinding)) {
            assertThat(Fixtures.post(client)).isInstanceOf(Outcome.Delivered.class);
            assertThat(asked).hasValue(1);

            Outcome second = Fixtures.post(client);
            assertThat(second).isInstanceOfAny(Outcome.NotSent.class, Outcome.Unknown.class);
            Outcome third = Fixtures.post(client);
            assertThat(third).isInstanceOf(Outcome.NotSent.class);
            assertThat(third.answer().code()).isEqualTo("address_not_allowed");
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    void carryOut_redirectToTheInside_isNotFollowed() throws Exception {
        try (RawServer inside = new RawServer(RawServer.answering(200, "{}"));
                RawServer server = new RawServer((request, socket) -> RawServer.write(
                        socket,
                        "HTTP/1.1 307 X\r\nLocation: " + inside.url()
                                + "/latest/meta-data\r\nContent-Length: 0\r\n\r\n"))) {
            Outcome outcome = post(gateway(server.url(), "loopback"), InetAddress::getAllByName);

            assertThat(outcome.answer().code()).isEqualTo("redirect_not_followed");
            assertThat(inside.connections()).isZero();
        }
    }

    /** Neither properties nor a selector of proxies leads a request to another host. */
    @Test
    void carryOut_proxyInTheEnvironment_isNotAsked() throws Exception {
        Map<String, String> properties = Map.of("http.proxyHost", "127.0.0.1", "socksProxyHost", "127.0.0.1");
        ProxySelector selector = ProxySelector.getDefault();
        try (RawServer proxy = new RawServer(RawServer.answering(200, "{}"));
                RawServer server = new RawServer(RawServer.answering(200, "{}"))) {
            String port = Integer.toString(proxy.url().getPort());
            properties.forEach(System::setProperty);
            System.setProperty("http.proxyPort", port);
            System.setProperty("socksProxyPort", port);
            ProxySelector.setDefault(new Everything(proxy.url()));
            Outcome outcome = post(gateway(server.url(), "loopback"), InetAddress::getAllByName);

            assertThat(outcome).isInstanceOf(Outcome.Delivered.class);
            assertThat(server.seen()).hasSize(1);
            assertThat(proxy.connections()).isZero();
        } finally {
            ProxySelector.setDefault(selector);
            List.of("http.proxyHost", "http.proxyPort", "socksProxyHost", "socksProxyPort")
                    .forEach(System::clearProperty);
        }
    }

    private static final class Everything extends ProxySelector {
        private final URI proxy;

        Everything(URI proxy) {
            this.proxy = proxy;
        }

        @Override
        public List<Proxy> select(URI uri) {
            return List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(proxy.getHost(), proxy.getPort())));
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {
            // nothing to learn from it
        }
    }
}
