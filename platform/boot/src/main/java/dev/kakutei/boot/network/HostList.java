package dev.kakutei.boot.network;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The hosts that an installation allows its gateways to have, whatever a gateway file says: the author of the file need
 * not be the operator of the installation. An empty list allows all that the file names.
 *
 * <p>{@code *.example.com} stands for every name below {@code example.com}, not for that name itself.
 */
public record HostList(List<String> patterns) {
    private static final String LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?";
    private static final Pattern FORM =
            Pattern.compile("(\\*\\.)?" + LABEL + "(\\." + LABEL + ")*|\\[?[0-9a-f:.]*:[0-9a-f:.]*\\]?");

    public HostList {
        patterns = patterns.stream().map(HostList::plain).toList();
    }

    /** Reads names separated by commas. */
    public static HostList of(String text) {
        return new HostList(Stream.of(text.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList());
    }

    /** The entries that can never match anything. */
    public List<String> mistakes() {
        List<String> mistakes = new ArrayList<>();
        for (String pattern : patterns) {
            if (!FORM.matcher(pattern).matches()) {
                mistakes.add("\"" + pattern + "\" is no host name; give names such as api.bank.example or"
                        + " *.bank.example, separated by commas");
            }
        }
        return mistakes;
    }

    public boolean allows(URI url) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, plain(url.getHost())));
    }

    private static boolean matches(String pattern, String host) {
        return pattern.startsWith("*.")
                ? host.endsWith(pattern.substring(1)) && host.length() > pattern.length() - 1
                : host.equals(pattern);
    }

    /** Names do not care for case, for the dot at their end, nor addresses for the brackets of a URL. */
    private static String plain(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        String bare = lower.startsWith("[") && lower.endsWith("]") ? lower.substring(1, lower.length() - 1) : lower;
        return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
    }
}
