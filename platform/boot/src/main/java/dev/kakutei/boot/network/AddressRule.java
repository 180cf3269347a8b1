package dev.kakutei.boot.network;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says of an address whether a gateway may be there. Public addresses may; everything else only where the gateway's file
 * names it, by a word or as a range. Pure: it is asked for the very address that is about to be connected to, after the
 * name was resolved, so no spelling of a host and no change of mind of a name server gets around it.
 */
public final class AddressRule {
    private record Special(String what, Cidr range) {
        static Special of(String what, String range) {
            return new Special(what, Cidr.of(range));
        }
    }

    private static final String LOOPBACK = "loopback";
    private static final String PRIVATE = "private";
    private static final String LINK_LOCAL = "link_local";

    private static final Map<String, List<Cidr>> WORDS = Map.of(
            LOOPBACK, ranges("127.0.0.0/8", "::1/128"),
            PRIVATE, ranges("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),
            LINK_LOCAL, ranges("169.254.0.0/16", "fe80::/10"));

    /**
     * Where clouds give out the credentials of the machine that asks. A word never includes them, because whoever writes
     * "private" does not think of them; a range does.
     */
    private static final List<Special> CLOUDS = Stream.of(
                    "169.254.169.254/32",
                    "169.254.170.2/32",
                    "fd00:ec2::254/128",
                    "100.100.100.200/32",
                    "192.0.0.192/32",
                    "168.63.129.16/32")
            .map(range -> Special.of("a cloud's metadata service", range))
            .toList();

    /** What is not public, by the IANA's registries of special-purpose addresses; the first that fits names it. */
    private static final List<Special> SPECIAL = List.of(
            Special.of("unspecified", "0.0.0.0/8"),
            Special.of(LOOPBACK, "127.0.0.0/8"),
            Special.of(PRIVATE, "10.0.0.0/8"),
            Special.of(PRIVATE, "172.16.0.0/12"),
            Special.of(PRIVATE, "192.168.0.0/16"),
            Special.of(LINK_LOCAL, "169.254.0.0/16"),
            Special.of("shared by a carrier's customers", "100.64.0.0/10"),
            Special.of("reserved for protocols", "192.0.0.0/24"),
            Special.of("for documentation", "192.0.2.0/24"),
            Special.of("for documentation", "198.51.100.0/24"),
            Special.of("for documentation", "203.0.113.0/24"),
            Special.of("a 6to4 relay", "192.88.99.0/24"),
            Special.of("for benchmarks", "198.18.0.0/15"),
            Special.of("multicast", "224.0.0.0/4"),
            Special.of("broadcast", "255.255.255.255/32"),
            Special.of("reserved", "240.0.0.0/4"),
            Special.of("unspecified", "::/128"),
            Special.of(LOOPBACK, "::1/128"),
            Special.of("an IPv4 address in IPv6", "::/96"),
            Special.of("an IPv4 address in IPv6 (NAT64)", "64:ff9b::/96"),
            Special.of("an IPv4 address in IPv6 (NAT64)", "64:ff9b:1::/48"),
            Special.of("an IPv4 address in IPv6 (6to4)", "2002::/16"),
            Special.of("an IPv4 address in IPv6 (Teredo)", "2001::/32"),
            Special.of("reserved for protocols", "2001::/23"),
            Special.of("for documentation", "2001:db8::/32"),
            Special.of("for documentation", "3fff::/20"),
            Special.of(PRIVATE, "fc00::/7"),
            Special.of(LINK_LOCAL, "fe80::/10"),
            Special.of("multicast", "ff00::/8"));

    /** All of IPv6 that was ever given out to the public; the rest is refused, whatever it may become. */
    private static final Cidr PUBLIC_V6 = Cidr.of("2000::/3");

    private static final Cidr MAPPED_V4 = new Cidr(mappedPrefix(), 96);

    private final List<Cidr> words;
    private final List<Cidr> named;

    private AddressRule(List<Cidr> words, List<Cidr> named) {
        this.words = List.copyOf(words);
        this.named = List.copyOf(named);
    }

    /** @param allow entries that {@link #mistake} has nothing against */
    public static AddressRule allowing(List<String> allow) {
        List<Cidr> words = new ArrayList<>();
        List<Cidr> named = new ArrayList<>();
        for (String entry : allow) {
            if (WORDS.containsKey(entry)) {
                words.addAll(WORDS.get(entry));
            } else {
                named.add(Cidr.of(entry));
            }
        }
        return new AddressRule(words, named);
    }

    /** What is wrong with an entry of {@code network.allow}. */
    public static Optional<String> mistake(String entry) {
        return WORDS.containsKey(entry) || Cidr.parse(entry).isPresent()
                ? Optional.empty()
                : Optional.of(
                        "must be loopback, private, link_local or a range such as 10.1.2.0/24, not \"" + entry + "\"");
    }

    /** Why this address must not be connected to; empty where it may. */
    public Optional<String> refusal(InetAddress address) {
        byte[] bytes = plain(address.getAddress());
        if (anyContains(named, bytes)) {
            return Optional.empty();
        }
        Optional<String> cloud = name(CLOUDS, bytes);
        if (cloud.isPresent()) {
            return cloud.map(what -> sentence(address, what));
        }
        if (anyContains(words, bytes)) {
            return Optional.empty();
        }
        return name(SPECIAL, bytes)
                .or(() ->
                        bytes.length == 16 && !PUBLIC_V6.contains(bytes) ? Optional.of("not public") : Optional.empty())
                .map(what -> sentence(address, what));
    }

    /**
     * The same, for a host that is written as an address in the usual spelling, or is this machine's own name: such a one
     * can be judged before the start. Empty for other names and for odd spellings; what they stand for is judged when
     * they are resolved.
     */
    public Optional<String> refusalOfLiteral(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        boolean own = bare.equalsIgnoreCase("localhost");
        return Cidr.literal(own ? "127.0.0.1" : bare).flatMap(bytes -> refusal(address(bytes)));
    }

    private static String sentence(InetAddress address, String what) {
        return address.getHostAddress() + " is " + what + ", and network.allow does not name it";
    }

    /** The platform makes an IPv4 address of a mapped one wherever it can, so both mean the same here. */
    private static byte[] plain(byte[] address) {
        return MAPPED_V4.contains(address) ? Arrays.copyOfRange(address, 12, 16) : address;
    }

    private static boolean anyContains(List<Cidr> ranges, byte[] address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    private static Optional<String> name(List<Special> ranges, byte[] address) {
        return ranges.stream()
                .filter(special -> special.range().contains(address))
                .map(Special::what)
                .findFirst();
    }

    private static List<Cidr> ranges(String... ranges) {
        return Stream.of(ranges).map(Cidr::of).toList();
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }

    private static byte[] mappedPrefix() {
        byte[] prefix = new byte[16];
        prefix[10] = (byte) 0xff;
        prefix[11] = (byte) 0xff;
        return prefix;
    }
}
