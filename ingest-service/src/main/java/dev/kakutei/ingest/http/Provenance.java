package dev.kakutei.ingest.http;

import dev.kakutei.ingest.admit.Problem;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * From where a call without a key comes. A door that trusts everybody on this machine would trust the pages in their
 * browsers, too, whoever wrote them. Two things give those away: the name they call the door by, when that name was bent
 * to this machine (DNS rebinding), and the origin that browsers tell with every call that may change something.
 *
 * <p>Where an open door listens to the network, it also answers to addresses and to names without a dot: nobody outside
 * can bend those.
 */
final class Provenance {
    private static final Set<String> CHANGES_NOTHING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|[a-z0-9-]+\\.localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
    private static final Pattern CANNOT_BE_BENT =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]|[a-z0-9_-]+");

    private final boolean loopback;
    private final String listensOn;

    Provenance(HttpConfig config) {
        this.loopback = config.loopback();
        this.listensOn = config.host().toLowerCase(Locale.ROOT);
    }

    /**
     * @param host as the header says it; null where there is none, which no browser leaves out
     * @param origin null where there is none
     */
    Optional<Problem> objection(String method, String host, String origin) {
        if (host != null && !isOurs(name(host))) {
            return Optional.of(Problem.foreignHost());
        }
        boolean changes = !CHANGES_NOTHING.contains(method);
        if (changes && origin != null && (host == null || !isSame(origin, host))) {
            return Optional.of(Problem.foreignOrigin());
        }
        return Optional.empty();
    }

    private boolean isOurs(String name) {
        return LOOPBACK.matcher(name).matches()
                || name.equals(listensOn)
                || (!loopback && CANNOT_BE_BENT.matcher(name).matches());
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
