package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.UUID;

/**
 * The name of one request inside Kakutei: the key of every topic, and the idempotency key shown to gateways.
 *
 * <p>The caller's own idempotency key is not used for that, because it is unique only for that caller.
 */
public record RequestId(UUID value) implements Comparable<RequestId> {
    public RequestId {
        requireNonNull(value, "value");
    }

    @JsonCreator
    public static RequestId of(String text) {
        return new RequestId(UUID.fromString(text));
    }

    @Override
    public int compareTo(RequestId other) {
        return value.compareTo(other.value);
    }

    @JsonValue
    @Override
    public String toString() {
        return value.toString();
    }
}
