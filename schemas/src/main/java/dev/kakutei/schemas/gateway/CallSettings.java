package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.RequestKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How one call to a gateway is made.
 *
 * @param headers sent with every call, in addition to our own
 * @param signature null where requests are not signed
 * @param bodies the template of each kind's body; a kind without one is sent in our own form
 * @param maxResponseBytes the longest answer that is read
 * @param allow addresses that may be connected to though they are not public
 * @param tls null where the platform's trust is enough
 */
public record CallSettings(
        Method method,
        Map<String, HeaderValue> headers,
        Auth auth,
        Signature signature,
        BodyFormat format,
        Map<RequestKind, JsonNode> bodies,
        Duration connectTimeout,
        int maxResponseBytes,
        List<String> allow,
        Tls tls) {
    public CallSettings {
        requireNonNull(method, "method");
        requireNonNull(auth, "auth");
        requireNonNull(format, "format");
        requireNonNull(connectTimeout, "connect_timeout");
        headers = Map.copyOf(headers);
        bodies = Map.copyOf(bodies);
        allow = List.copyOf(allow);
    }

    /** The same, with more addresses that may be connected to. */
    CallSettings allowing(List<String> more) {
        List<String> all =
                Stream.concat(allow.stream(), more.stream()).distinct().toList();
        return new CallSettings(
                method, headers, auth, signature, format, bodies, connectTimeout, maxResponseBytes, all, tls);
    }

    /** How a request is sent; a status query is always a GET. */
    public enum Method {
        POST,
        PUT
    }

    /** How a body is written. */
    public enum BodyFormat {
        JSON,
        /** {@code application/x-www-form-urlencoded}, nested fields as {@code metadata[branch]}. */
        FORM
    }

    /**
     * What a header is set to: a text with placeholders, or a secret.
     *
     * @param text null where it is a secret
     * @param secret null where it is a text
     */
    public record HeaderValue(String text, Secret secret) {
        public HeaderValue {
            if ((text == null) == (secret == null)) {
                throw new IllegalArgumentException("a header is either a text or a secret");
            }
        }
    }

    /**
     * Who is trusted, and who we are: PEM files.
     *
     * @param trust certificates that are trusted instead of the platform's; null for those
     * @param certificate our own, with its chain; null for none
     * @param key of our certificate, PKCS #8; null for none
     */
    public record Tls(String trust, String certificate, String key) {}
}
