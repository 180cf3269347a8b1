package dev.kakutei.boot.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRuleTest {
    private static InetAddress address(String text) {
        return Cidr.literal(text)
                .map(bytes -> {
                    try {
                        return InetAddress.getByAddress(bytes);
                    } catch (java.net.UnknownHostException e) {
                        throw new IllegalArgumentException(text, e);
                    }
                })
                .orElseThrow();
    }

    private static AddressRule allowing(String... entries) {
        return AddressRule.allowing(List.of(entries));
    }

    @ParameterizedTest(name = "{index}: {0} is {1}")
    @CsvSource({
        "0.0.0.0,              unspecified",
        "0.1.2.3,              unspecified",
        "127.0.0.1,            loopback",
        "127.255.255.254,      loopback",
        "10.0.0.1,             private",
        "10.255.255.255,       private",
        "172.16.0.1,           private",
        "172.31.255.255,       private",
        "192.168.1.1,          private",
        "169.254.0.1,          link_local",
        "169.254.169.254,      a cloud's metadata service",
        "169.254.170.2,        a cloud's metadata service",
        "100.100.100.200,      a cloud's metadata service",
        "192.0.0.192,          a cloud's metadata service",
        "168.63.129.16,        a cloud's metadata service",
        "100.64.0.1,           shared by a carrier's customers",
        "100.127.255.255,      shared by a carrier's customers",
        "192.0.0.1,            reserved for protocols",
        "192.0.2.1,            for documentation",
        "198.51.100.7,         for documentation",
        "203.0.113.9,          for documentation",
        "192.88.99.1,          a 6to4 relay",
        "198.18.0.1,           for benchmarks",
        "198.19.255.255,       for benchmarks",
        "224.0.0.1,            multicast",
        "239.255.255.255,      multicast",
        "240.0.0.1,            reserved",
        "255.255.255.255,      broadcast",
        "::,                   unspecified",
        "::1,                  loopback",
        "::127.0.0.1,          an IPv4 address in IPv6",
        "::8.8.8.8,            an IPv4 address in IPv6",
        "64:ff9b::7f00:1,      an IPv4 address in IPv6 (NAT64)",
        "64:ff9b::808:808,     an IPv4 address in IPv6 (NAT64)",
        "64:ff9b:1::a00:1,     an IPv4 address in IPv6 (NAT64)",
        "2002:7f00:1::1,       an IPv4 address in IPv6 (6to4)",
        "2002:a9fe:a9fe::1,    an IPv4 address in IPv6 (6to4)",
        "2001:0:7f00:1::,      an IPv4 address in IPv6 (Teredo)",
        "2001:20::1,           reserved for protocols",
        "2001:db8::1,          for documentation",
        "3fff::1,              for documentation",
        "fc00::1,              private",
        "fd12:3456::1,         private",
        "fd00:ec2::254,        a cloud's metadata service",
        "fe80::1,              link_local",
        "febf::1,              link_local",
        "fec0::1,              not public",
        "100::1,               not public",
        "4000::1,              not public",
        "ff02::1,              multicast",
    })
    void refusal_addressThatIsNotPublic_namesWhy(String address, String what) {
        assertThat(allowing().refusal(address(address)))
                .hasValueSatisfying(reason -> assertThat(reason).contains(" is " + what + ","));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2606:4700::1111",
                "2a00:1450::1",
                "2001:4860::8888"
            })
    void refusal_publicAddress_isNone(String address) {
        assertThat(allowing().refusal(address(address))).isEmpty();
    }

    @ParameterizedTest(name = "{index}: allow {0} lets {1}: {2}")
    @CsvSource({
        "loopback,         127.0.0.1,        true",
        "loopback,         127.8.8.8,        true",
        "loopback,         ::1,              true",
        "loopback,         10.0.0.1,         false",
        "loopback,         0.0.0.0,          false",
        "loopback,         ::127.0.0.1,      false",
        "private,          10.0.0.1,         true",
        "private,          172.20.1.1,       true",
        "private,          192.168.0.1,      true",
        "private,          fd12::1,          true",
        "private,          fd00:ec2::254,    false",
        "private,          127.0.0.1,        false",
        "private,          100.64.0.1,       false",
        "link_local,       169.254.1.1,      true",
        "link_local,       fe80::1,          true",
        "link_local,       169.254.169.254,  false",
        "10.1.2.0/24,      10.1.2.255,       true",
        "10.1.2.0/24,      10.1.3.0,         false",
        "100.64.0.0/10,    100.100.1.1,      true",
        "169.254.169.254/32, 169.254.169.254, true",
        "fd00:ec2::254/128, fd00:ec2::254,   true",
        "64:ff9b::/96,     64:ff9b::808:808, true",
        "0.0.0.0/0,        127.0.0.1,        true",
        "0.0.0.0/0,        ::1,              false",
        "::/0,             ::1,              true",
        "::/0,             127.0.0.1,        false",
    })
    void refusal_allowedRange_letsThroughThatRangeAlone(String entry, String address, boolean lets) {
        assertThat(allowing(entry).refusal(address(address)).isEmpty()).isEqualTo(lets);
    }

    /**
     * The platform turns most mapped addresses into IPv4 ones by itself; one that was made otherwise is no way round.
     */
    @Test
    void refusal_mappedIpv4_isJudgedAsTheIpv4Address() throws Exception {
        byte[] mapped = new byte[16];
        mapped[10] = mapped[11] = (byte) 0xff;
        System.arraycopy(new byte[] {127, 0, 0, 1}, 0, mapped, 12, 4);
        InetAddress address = Inet6Address.getByAddress(null, mapped, -1);

        assertThat(address).isInstanceOf(Inet6Address.class);
        assertThat(allowing().refusal(address))
                .hasValueSatisfying(why -> assertThat(why).contains("loopback"));
        assertThat(allowing("loopback").refusal(address)).isEmpty();
    }

    @Test
    void refusal_scopedAddress_isJudgedWithoutItsScope() throws Exception {
        byte[] linkLocal = address("fe80::1").getAddress();

        assertThat(allowing().refusal(Inet6Address.getByAddress("h", linkLocal, 1)))
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,true",
        "[::1],true",
        "[::ffff:10.0.0.1],true",
        "8.8.8.8,false",
        // names and odd spellings are judged when they are resolved
        "localhost,true",
        "LocalHost,true",
        "localhost.example,false",
        "127.1,false",
        "0x7f.1,false",
        "2130706433,false",
        "0177.0.0.1,false",
        "999.1.1.1,false"
    })
    void refusalOfLiteral_host_judgesOnlyWhatIsPlainlyAnAddress(String host, boolean refused) {
        assertThat(allowing().refusalOfLiteral(host).isPresent()).isEqualTo(refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"loopback", "private", "link_local", "10.0.0.0/8", "10.1.2.3/32", "::/0", "fc00::/7"})
    void mistake_wordOrRange_isNone(String entry) {
        assertThat(AddressRule.mistake(entry)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "public",
                "LOOPBACK",
                "10.0.0.1",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.1/8",
                "010.0.0.0/8",
                "256.0.0.0/8",
                "10.0.0/24",
                "localhost/32",
                "::1/129",
                "::g/128",
                "1:2:3:4:5:6:7:8:9/64",
                "10.0.0.0/8/8",
                "-1.0.0.0/8",
                "example.com/24"
            })
    void mistake_anythingElse_isReported(String entry) {
        assertThat(AddressRule.mistake(entry)).isPresent();
    }
}
