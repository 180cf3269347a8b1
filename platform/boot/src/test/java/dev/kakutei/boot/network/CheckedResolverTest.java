package dev.kakutei.boot.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckedResolverTest {
    private static final AddressRule PUBLIC = AddressRule.allowing(List.of());

    private static CheckedResolver.Names names(String... addresses) {
        return host -> {
            InetAddress[] all = new InetAddress[addresses.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = InetAddress.getByAddress(
                        host, Cidr.literal(addresses[i]).orElseThrow());
            }
            return all;
        };
    }

    private static List<InetSocketAddress> resolve(CheckedResolver.Names names, String host) throws Exception {
        Promise.Completable<List<InetSocketAddress>> promise = new Promise.Completable<>();
        new CheckedResolver(names, PUBLIC, Runnable::run).resolve(host, 443, Map.of(), promise);
        try {
            return promise.get();
        } catch (ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }

    @Test
    void resolve_someAddressesAllowed_givesThemAlone() throws Exception {
        List<InetSocketAddress> found = resolve(names("10.0.0.1", "9.9.9.9", "::1", "2606:4700::1"), "bank.example");

        assertThat(found)
                .extracting(address -> address.getAddress().getHostAddress())
                .containsExactly("9.9.9.9", "2606:4700:0:0:0:0:0:1");
        assertThat(found).extracting(InetSocketAddress::getPort).containsOnly(443);
        assertThat(found).noneMatch(InetSocketAddress::isUnresolved);
    }

    @Test
    void resolve_noAddressAllowed_saysWhyOfEach() {
        assertThatThrownBy(() -> resolve(names("10.0.0.1", "169.254.169.254"), "bank.example"))
                .isInstanceOf(AddressNotAllowed.class)
                .hasMessageContaining("10.0.0.1 is private")
                .hasMessageContaining("169.254.169.254 is a cloud's");
    }

    @Test
    void resolve_nameWithoutAddress_isUnknown() {
        assertThatThrownBy(() -> resolve(names(), "bank.example")).isInstanceOf(UnknownHostException.class);
    }

    @Test
    void resolve_threadsThatAreGone_failsThePromise() {
        Promise.Completable<List<InetSocketAddress>> promise = new Promise.Completable<>();
        new CheckedResolver(names("9.9.9.9"), PUBLIC, task -> {
                    throw new RejectedExecutionException("stopped");
                })
                .resolve("bank.example", 443, Map.of(), promise);

        assertThat(promise).isCompletedExceptionally();
    }

    /**
     * Spellings of this very machine, as the platform's own resolver reads them. What it does not read is unknown; what it
     * does is judged by the address: no spelling gets through.
     */
    @ParameterizedTest(name = "{index}: {0}")
    @ValueSource(
            strings = {
                "localhost",
                "127.0.0.1",
                "127.1",
                "127.0.1",
                "2130706433",
                "0x7f.1",
                "0x7f000001",
                "0x7f.0x0.0x0.0x1",
                "0177.0.0.1",
                "017700000001",
                "00127.0.0.1",
                "0",
                "0.0.0.0",
                "[::1]",
                "[::]",
                "[0:0:0:0:0:0:0:1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[64:ff9b::7f00:1]",
                "[2002:7f00:1::]",
                "[fe80::1]",
                "169.254.169.254",
                "2852039166",
                "0xa9fea9fe",
                "[::ffff:169.254.169.254]",
                "[fd00:ec2::254]",
                "10.1",
                "192.168.257",
            })
    void resolve_spellingOfAnAddressInside_isNeverGivenOut(String host) throws Exception {
        try {
            // 0177.0.0.1 is loopback to some and 177.0.0.1 to this platform: only what would be connected to counts
            assertThat(resolve(InetAddress::getAllByName, host))
                    .extracting(InetSocketAddress::getAddress)
                    .noneMatch(address -> address.isLoopbackAddress()
                            || address.isAnyLocalAddress()
                            || address.isLinkLocalAddress()
                            || address.isSiteLocalAddress()
                            || address instanceof Inet6Address);
        } catch (AddressNotAllowed | UnknownHostException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }
}
