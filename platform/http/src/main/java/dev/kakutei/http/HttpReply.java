package dev.kakutei.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import java.util.HashMap;
import java.util.Map;

/** An answer before it is written. */
public record HttpReply(int status, String mediaType, byte[] body, Map<String, String> headers) {
    /** For an endpoint that has written its answer by itself. */
    public static final HttpReply WRITTEN = new HttpReply(200, "text/event-stream", new byte[0], Map.of());

    public HttpReply {
        requireNonNull(mediaType, "mediaType");
        requireNonNull(body, "body");
        headers = Map.copyOf(headers);
    }

    public static HttpReply json(int status, ObjectNode view) {
        return json(status, view, Map.of());
    }

    public static HttpReply json(int status, ObjectNode view, Map<String, String> headers) {
        try {
            return new HttpReply(status, "application/json", Json.MAPPER.writeValueAsBytes(view), headers);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a view that cannot be written", e);
        }
    }

    public HttpReply with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new HttpReply(status, mediaType, body, more);
    }

    public static HttpReply of(Problem problem) {
        return new HttpReply(problem.status(), Problem.MEDIA_TYPE, problem.json(), problem.headers());
    }
}
