package dev.kakutei.http;

import dev.kakutei.access.OpenAuthenticator;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Checks the headers of calls without a key. A listener that trusts every caller on this machine would trust
 * the pages in their browsers, too, whoever wrote them. Two headers reveal those: Host, when a foreign name was resolved to
 * this machine (DNS rebinding), and Origin, which browsers send with every call that may change something. A proxy on this machine
 * would let in the network: what it adds to a call is refused.
 *
 * <p>Where a listener without keys is open to the network, it also accepts addresses and names without a dot as Host: no
 * outsider can make a browser resolve those to this machine.
 */
final class HostOriginCheck {
    private static final Set<String> CHANGES_NOTHING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|[a-z0-9-]+\\.localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
    private static final Pattern NOT_REBINDABLE =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]|[a-z0-9_-]+");

    /** What proxies add. They speak for callers whom no one asked who they are. */
    private static final Pattern OF_A_PROXY =
            Pattern.compile("(?i)forwarded|via|x-forwarded(-.*)?|x-original-.*|x-real-ip|x-client-ip");

    private final String listenHost;

    HostOriginCheck(HttpConfig config) {
        this.listenHost = config.host().toLowerCase(Locale.ROOT);
    }

    /** @param headers those of the call, each name once */
    Optional<Problem> objection(OpenAuthenticator.Reach reach, String method, Map<String, String> headers) {
        if (reach == OpenAuthenticator.Reach.THIS_MACHINE) {
            Optional<String> added = headers.keySet().stream()
                    .filter(name -> OF_A_PROXY.matcher(name).matches())
                    .findFirst();
            if (added.isPresent()) {
                return Optional.of(Problem.forwarded(added.get()));
            }
        }
        Map<String, String> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        byName.putAll(headers);
        return objection(reach, method, byName.get("Host"), byName.get("Origin"));
    }

    /**
     * @param host of the header; null where there is none, which browsers never leave out
     * @param origin null where there is none
     */
    private Optional<Problem> objection(OpenAuthenticator.Reach reach, String method, String host, String origin) {
        if (host != null && !isOurs(name(host), reach)) {
            return Optional.of(Problem.foreignHost(name(host)));
        }
        boolean changes = !CHANGES_NOTHING.contains(method);
        if (changes && origin != null && (host == null || !isSame(origin, host))) {
            return Optional.of(Problem.foreignOrigin());
        }
        return Optional.empty();
    }

    private boolean isOurs(String name, OpenAuthenticator.Reach reach) {
        return LOOPBACK.matcher(name).matches()
                || name.equals(listenHost)
                || (reach == OpenAuthenticator.Reach.NETWORK
                        && NOT_REBINDABLE.matcher(name).matches());
    }

    /** The scheme may differ: something before us may speak TLS. */
    private static boolean isSame(String origin, String host) {
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority != null && authority.equalsIgnoreCase(host.strip());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String name(String host) {
        String text = host.strip().toLowerCase(Locale.ROOT);
        int port = text.startsWith("[") ? text.indexOf(':', text.indexOf(']') + 1) : text.indexOf(':');
        return port < 0 ? text : text.substring(0, port);
    }
}
