package dev.kakutei.ingest.http;

import dev.kakutei.http.HttpReply;
import java.util.List;
import java.util.stream.Stream;

/** The caller's preferences (RFC 7240). */
final class Prefer {
    private static final String ASYNCHRONOUS = "respond-async";

    private Prefer() {}

    static boolean asynchronous(List<String> headers) {
        return headers.stream()
                .flatMap(header -> Stream.of(header.split(",")))
                .map(preference -> preference.split(";")[0].strip())
                .anyMatch(ASYNCHRONOUS::equalsIgnoreCase);
    }

    /** Says that the caller was not made to wait because it asked for that; an error would have come at once anyway. */
    static HttpReply applied(HttpReply reply) {
        return reply.status() < 400 ? reply.with("Preference-Applied", ASYNCHRONOUS) : reply;
    }
}
