package dev.kakutei.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key as its client holds it: {@code kk_ID_SECRET}. The id is looked up and may be shown; the secret is 256 random bits
 * that exist here and at the client, and nowhere else. Only its hash is stored: SHA-256 is enough, because 256 random
 * bits cannot be guessed, however fast an attacker can try (ADR 10).
 */
public record ApiKey(String id, String secret) {
    private static final int ID_BYTES = 8;
    private static final int SECRET_BYTES = 32;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final Pattern SECRET = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern FORM = Pattern.compile("kk_([0-9a-f]{16})_([0-9a-f]{64})");

    public ApiKey {
        if (!isId(id) || !SECRET.matcher(secret).matches()) {
            throw new IllegalArgumentException("not a key");
        }
    }

    public static ApiKey random(SecureRandom random) {
        return new ApiKey(hex(random, ID_BYTES), hex(random, SECRET_BYTES));
    }

    /** Empty for text that does not have the form of a key. */
    public static Optional<ApiKey> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches() ? Optional.of(new ApiKey(matcher.group(1), matcher.group(2))) : Optional.empty();
    }

    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** The whole key: to be shown once, to the client's owner. */
    public String reveal() {
        return "kk_" + id + "_" + secret;
    }

    /** What is stored of the secret. */
    public byte[] hash() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Without the secret: whatever is printed ends up in a log. */
    @Override
    public String toString() {
        return "kk_" + id + "_…";
    }

    private static String hex(SecureRandom random, int bytes) {
        byte[] drawn = new byte[bytes];
        random.nextBytes(drawn);
        return HexFormat.of().formatHex(drawn);
    }
}
