package dev.kakutei.ingest.http;

import java.util.List;
import java.util.stream.Stream;

/** The caller's preferences (RFC 7240). */
final class Prefer {
    private Prefer() {}

    static boolean asynchronous(List<String> headers) {
        return headers.stream()
                .flatMap(header -> Stream.of(header.split(",")))
                .map(preference -> preference.split(";")[0].strip())
                .anyMatch("respond-async"::equalsIgnoreCase);
    }
}
