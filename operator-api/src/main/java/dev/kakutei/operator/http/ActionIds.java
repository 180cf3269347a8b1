package dev.kakutei.operator.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.schemas.RequestId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/** Names for actions. With a key the name is the same each time, so that a repeated call is one action. */
final class ActionIds {
    private static final int BYTES = 16;

    private ActionIds() {}

    /** @param key as the caller gave it; it is the caller's own, and for this request alone */
    static String of(String caller, RequestId request, Optional<String> key) {
        return key.map(given -> "k-" + digest(caller + "\n" + request + "\n" + given))
                .orElseGet(() -> UUID.randomUUID().toString());
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
