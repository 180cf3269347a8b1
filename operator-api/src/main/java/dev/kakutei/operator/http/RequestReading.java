package dev.kakutei.operator.http;

import static java.util.Objects.requireNonNull;

import dev.kakutei.http.RequestBodyReader;

/** How bodies are read, and changed requests in them. */
public record RequestReading(RequestBodyReader bodies, ChangedRequest.Reader changes) {
    public RequestReading {
        requireNonNull(bodies, "bodies");
        requireNonNull(changes, "changes");
    }
}
