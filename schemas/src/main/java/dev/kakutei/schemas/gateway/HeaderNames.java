package dev.kakutei.schemas.gateway;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The headers that a gateway's calls carry. Each is set in one place, and some are not for the file to set. */
final class HeaderNames {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    /** Of the connection, of the body's length and coding, or our own. */
    private static final Set<String> RESERVED = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "te",
            "trailer",
            "upgrade",
            "expect",
            "accept-encoding",
            "content-encoding",
            "traceparent",
            "kakutei-attempt");

    private final Map<String, String> owners = new HashMap<>();

    static boolean isToken(String name) {
        return TOKEN.matcher(name).matches();
    }

    /** Takes the name at {@code entry} of the section, so that no other entry can take it. */
    void claim(Section section, String entry, String name, String owner) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!isToken(name)) {
            section.mistake(entry, "\"" + name + "\" is not a header's name: it has 1 to 100 letters, digits and -");
        } else if (RESERVED.contains(lower)) {
            section.mistake(entry, "the header " + name + " is not for the file to set: it is made for each call");
        } else if (owners.containsKey(lower)) {
            section.mistake(entry, "the header " + name + " is already set by " + owners.get(lower));
        } else {
            owners.put(lower, owner);
        }
    }
}
