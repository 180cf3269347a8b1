package dev.kakutei.boot.http;

import dev.kakutei.boot.Settings;
import dev.kakutei.boot.network.AddressRule;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Settings that say where this process may connect to. Every mistake is noted, and what is wrong is left out. */
public final class AddressSettings {
    private AddressSettings() {}

    /** Addresses, or groups of them, that a host may have though they are not public. */
    public static List<String> allow(Settings settings, String key, String meaning) {
        List<String> allow = Stream.of(settings.text(key, "", meaning).split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        allow.forEach(word -> AddressRule.mistake(word).ifPresent(mistake -> settings.mistake(key, mistake)));
        return allow.stream()
                .filter(word -> AddressRule.mistake(word).isEmpty())
                .toList();
    }

    /** The address of an HTTP endpoint. */
    public static Optional<URI> url(Settings settings, String key, String text) {
        URI address;
        try {
            address = new URI(text);
        } catch (URISyntaxException e) {
            settings.mistake(key, "is no address");
            return Optional.empty();
        }
        boolean web = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!web || address.getHost() == null || address.getUserInfo() != null) {
            settings.mistake(key, "must be http://… or https://… with a host, and without a name or password");
            return Optional.empty();
        }
        return Optional.of(address);
    }

    /**
     * Whether the host may be connected to, as far as its name says so.
     *
     * @param allowKey the setting that would allow it
     */
    public static boolean permits(Settings settings, String key, URI address, List<String> allow, String allowKey) {
        Optional<String> refusal = AddressRule.allowing(allow).refusalOfLiteral(address.getHost());
        refusal.ifPresent(why -> settings.mistake(key, why.replace("network.allow", allowKey)));
        return refusal.isEmpty();
    }
}
