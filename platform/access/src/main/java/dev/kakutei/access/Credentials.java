package dev.kakutei.access;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The API key that a call carries in its headers, if any. */
public sealed interface Credentials {
    /** No header with a key. */
    record Nothing() implements Credentials {}

    /** Text that is no key, or more than one key: which of them counts is ambiguous. */
    record Unreadable() implements Credentials {}

    record Key(ApiKey key) implements Credentials {
        public Key {
            requireNonNull(key, "key");
        }
    }

    String SCHEME = "Bearer";

    /**
     * Every value of the two headers that may hold a key: {@code Authorization: Bearer kk_…} and {@code X-Api-Key: kk_…}.
     * An {@code Authorization} of another scheme is meant for a proxy on the way. The same key twice is one key.
     */
    static Credentials of(List<String> authorization, List<String> apiKey) {
        List<String> tokens = new ArrayList<>();
        for (String value : authorization) {
            bearer(value).ifPresent(tokens::add);
        }
        apiKey.forEach(value -> tokens.add(value.strip()));
        Set<String> different = new LinkedHashSet<>(tokens);
        if (different.isEmpty()) {
            return new Nothing();
        }
        if (different.size() > 1) {
            return new Unreadable();
        }
        return ApiKey.parse(different.iterator().next())
                .<Credentials>map(Key::new)
                .orElseGet(Unreadable::new);
    }

    /** What follows the scheme, which may be written in any case (RFC 9110). */
    private static Optional<String> bearer(String value) {
        String text = value.strip();
        if (!text.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        String rest = text.substring(SCHEME.length());
        return rest.isEmpty() || Character.isWhitespace(rest.charAt(0)) ? Optional.of(rest.strip()) : Optional.empty();
    }
}
