package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.schemas.gateway.Signature;
import dev.kakutei.schemas.gateway.Template;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests as their gateway asks. */
final class Signing {
    private static final byte[] NO_BODY = {};

    private final Signature signature;
    private final List<Template.Piece> content;

    Signing(Signature signature) {
        this.signature = signature;
        this.content = Template.pieces(signature.content());
    }

    /** The signature's header, and the one with the time that was signed. */
    Map<String, String> headers(Outgoing outgoing, byte[] key, Instant now) {
        String timestamp = Long.toString(now.getEpochSecond());
        Map<String, String> headers = new LinkedHashMap<>();
        if (signature.timestampHeader() != null) {
            headers.put(signature.timestampHeader(), timestamp);
        }
        headers.put(signature.header(), signature.prefix() + encoded(mac(key, signed(outgoing, timestamp))));
        return headers;
    }

    private byte[] signed(Outgoing outgoing, String timestamp) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Template.Piece piece : content) {
            bytes.writeBytes(
                    piece.hole()
                            ? part(piece.text(), outgoing, timestamp)
                            : piece.text().getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] part(String name, Outgoing outgoing, String timestamp) {
        return switch (name) {
            case "timestamp" -> timestamp.getBytes(UTF_8);
            case "method" -> outgoing.method().getBytes(UTF_8);
            case "path" -> outgoing.path().getBytes(UTF_8);
            case "body" -> outgoing.body() == null ? NO_BODY : outgoing.body();
            default -> throw new IllegalArgumentException("{" + name + "} cannot be signed");
        };
    }

    private byte[] mac(byte[] key, byte[] content) {
        String algorithm = switch (signature.algorithm()) {
            case HMAC_SHA256 -> "HmacSHA256";
            case HMAC_SHA512 -> "HmacSHA512";
        };
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this platform cannot sign with " + algorithm, e);
        }
    }

    private String encoded(byte[] mac) {
        return switch (signature.encoding()) {
            case HEX -> HexFormat.of().formatHex(mac);
            case BASE64 -> Base64.getEncoder().encodeToString(mac);
        };
    }
}
