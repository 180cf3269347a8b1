package dev.kakutei.operator.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import java.time.Duration;

/** A piece of a stream of server-sent events, as it goes over the wire. It has no line break inside a field: JSON has none. */
public record Frame(String text) {
    public Frame {
        requireNonNull(text, "text");
    }

    /** @param id where to continue after a reconnect */
    static Frame event(String name, int id, ObjectNode data) {
        try {
            return new Frame(
                    "event: " + name + "\nid: " + id + "\ndata: " + Json.MAPPER.writeValueAsString(data) + "\n\n");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a frame that cannot be written", e);
        }
    }

    /** CheckProgress over by readers; it keeps the connection alive, and finds out whether it is. */
    static Frame comment(String words) {
        return new Frame(": " + words + "\n\n");
    }

    /** How long to wait before reconnecting. */
    static Frame retry(Duration pause) {
        return new Frame("retry: " + pause.toMillis() + "\n\n");
    }

    public byte[] bytes() {
        return text.getBytes(UTF_8);
    }
}
