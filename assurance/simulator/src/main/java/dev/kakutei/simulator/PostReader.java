package dev.kakutei.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.eclipse.jetty.http.HttpFields;

/** Makes a {@link Post} of what came by HTTP, or says in one sentence why it is none. */
final class PostReader {
    static final int MAX_NAME_LENGTH = 512;
    private static final String TOKEN = "tok_";
    private static final String INSTRUMENT = "SIM.";

    private PostReader() {}

    static Post read(Kind kind, HttpFields headers, byte[] body) {
        JsonNode json = parsed(body);
        String key = name(headers.get("Idempotency-Key"), "Idempotency-Key");
        String reference = name(text(json, "reference"), "reference");
        if (reference == null) {
            reference = key == null ? UUID.randomUUID().toString() : key;
        }
        return new Post(
                new Subject(kind, reference),
                key,
                name(headers.get("Kakutei-Attempt"), "Kakutei-Attempt"),
                name(headers.get("traceparent"), "traceparent"),
                name(text(json, "amount"), "amount"),
                name(text(json, "currency"), "currency"),
                name(text(json, "quantity"), "quantity"),
                name(text(json, "instrument"), "instrument"),
                digest(body),
                magic(kind, json));
    }

    /** What is kept of a look-up. */
    static Post question(Subject subject, HttpFields headers) {
        String attempt = name(headers.get("Kakutei-Attempt"), "Kakutei-Attempt");
        String traceparent = name(headers.get("traceparent"), "traceparent");
        return new Post(subject, null, attempt, traceparent, null, null, null, null, null, null);
    }

    private static JsonNode parsed(byte[] body) {
        try {
            JsonNode json = SimulatorJson.MAPPER.readTree(body);
            if (json == null || !json.isObject()) {
                throw new IllegalArgumentException("the body is not a JSON object");
            }
            return json;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the body is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As written, be it a string or a number; anything else counts as absent. */
    private static String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isTextual() || value.isNumber() ? value.asText() : null;
    }

    private static String name(String value, String field) {
        if (value != null && value.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(field + " is longer than " + MAX_NAME_LENGTH + " characters");
        }
        return value == null || value.isEmpty() ? null : value;
    }

    private static String magic(Kind kind, JsonNode json) {
        String asked = text(json.path("metadata"), "simulate");
        if (asked != null) {
            return asked;
        }
        String token = text(json, "payment_method");
        if (kind == Kind.PAYMENT && token != null && token.startsWith(TOKEN)) {
            return token.substring(TOKEN.length());
        }
        String instrument = text(json, "instrument");
        if (kind == Kind.ORDER
                && instrument != null
                && instrument.toUpperCase(Locale.ROOT).startsWith(INSTRUMENT)) {
            return instrument.substring(INSTRUMENT.length());
        }
        return null;
    }

    private static String digest(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
