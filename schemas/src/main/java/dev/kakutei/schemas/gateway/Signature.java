package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

/**
 * How a request is signed.
 *
 * @param header carries the signature, after {@code prefix}
 * @param content what is signed, of {@code {timestamp}}, {@code {method}}, {@code {path}} and {@code {body}}
 * @param timestampHeader carries the time of signing in seconds since 1970; null where it is not sent
 */
public record Signature(
        String header,
        Secret key,
        Algorithm algorithm,
        Encoding encoding,
        String content,
        String prefix,
        String timestampHeader) {
    public Signature {
        requireNonNull(header, "header");
        requireNonNull(key, "key");
        requireNonNull(algorithm, "algorithm");
        requireNonNull(encoding, "encoding");
        requireNonNull(content, "content");
        requireNonNull(prefix, "prefix");
    }

    /** By the names of the file, with {@code -} for {@code _}. */
    public enum Algorithm {
        HMAC_SHA256,
        HMAC_SHA512
    }

    /** How the signature's bytes become text. */
    public enum Encoding {
        HEX,
        BASE64
    }
}
