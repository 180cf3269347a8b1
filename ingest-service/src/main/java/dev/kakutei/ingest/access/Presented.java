package dev.kakutei.ingest.access;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a caller shows at the door. */
public sealed interface Presented {
    /** Nothing that is meant for us. */
    record Nothing() implements Presented {}

    /** Something that is no key, or more than one key: which of them should count? */
    record Unreadable() implements Presented {}

    record Key(ApiKey key) implements Presented {
        public Key {
            requireNonNull(key, "key");
        }
    }

    String SCHEME = "Bearer";

    /**
     * Every value of the two headers that may hold a key: {@code Authorization: Bearer kk_…} and {@code X-Api-Key: kk_…}.
     * An {@code Authorization} of another scheme is meant for somebody else on the way. The same key twice is one key.
     */
    static Presented of(List<String> authorization, List<String> apiKey) {
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
                .<Presented>map(Key::new)
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
