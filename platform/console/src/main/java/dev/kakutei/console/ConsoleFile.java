package dev.kakutei.console;

import static java.util.Objects.requireNonNull;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One file of the console.
 *
 * @param etag changes when the bytes do, in quotes as it goes over the wire
 */
public record ConsoleFile(String mediaType, byte[] body, String etag) {
    public ConsoleFile {
        requireNonNull(mediaType, "mediaType");
        requireNonNull(body, "body");
        requireNonNull(etag, "etag");
    }

    static ConsoleFile of(String mediaType, byte[] body) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
            return new ConsoleFile(
                    mediaType, body, '"' + HexFormat.of().formatHex(digest).substring(0, 32) + '"');
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Whether a caller who shows this {@code If-None-Match} has these very bytes. A proxy may have weakened the tag. */
    public boolean isAmong(String ifNoneMatch) {
        if (ifNoneMatch == null) {
            return false;
        }
        for (String tag : ifNoneMatch.split(",")) {
            String bare = tag.strip();
            if (bare.equals("*") || bare.equals(etag) || bare.equals("W/" + etag)) {
                return true;
            }
        }
        return false;
    }
}
