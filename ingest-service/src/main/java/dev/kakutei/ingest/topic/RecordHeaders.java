package dev.kakutei.ingest.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.http.Problem;
import dev.kakutei.http.Refused;
import dev.kakutei.schemas.ClientName;
import dev.kakutei.schemas.RequestKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The headers of a record on the request topic. Names are case-insensitive, as in HTTP. */
final class RecordHeaders {
    static final String KIND = "kind";
    static final String KEY = "idempotency-key";
    static final String CLIENT = "client";
    static final String TIMEOUT = "connect-timeout-ms";
    static final String TRACE = "traceparent";
    private static final String KINDS = RequestKind.listed(kind -> '"' + kind.wire() + '"', "or");

    private final Headers headers;

    RecordHeaders(Headers headers) {
        this.headers = headers;
    }

    RequestKind kind() throws Refused {
        String word = one(KIND);
        if (word == null) {
            throw new Refused(Problem.invalid(KIND, "is missing: give " + KINDS + " in this header"));
        }
        return RequestKind.named(word).orElseThrow(() -> new Refused(Problem.invalid(KIND, "must be " + KINDS)));
    }

    /** Kafka's access rules say who may write to the topic; a producer that may is not authenticated as this client. */
    String client() throws Refused {
        String name = one(CLIENT);
        if (name == null) {
            return ClientName.DEFAULT;
        }
        if (!ClientName.isValid(name)) {
            throw new Refused(Problem.invalid(CLIENT, "must be " + ClientName.RULE));
        }
        return name;
    }

    /** Null where there is not exactly one. */
    String traceparent() {
        List<String> values = all(TRACE);
        return values.size() == 1 ? values.get(0) : null;
    }

    /** A header without a value is none. */
    List<String> all(String name) {
        List<String> values = new ArrayList<>();
        for (Header header : headers) {
            if (header.value() != null && header.key().equalsIgnoreCase(name)) {
                values.add(text(header.value()));
            }
        }
        return values;
    }

    /** Bytes that are no text become text that is no key, no kind and no client. */
    static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }

    private String one(String name) throws Refused {
        List<String> different =
                all(name).stream().map(String::strip).distinct().toList();
        if (different.size() > 1) {
            throw new Refused(Problem.invalid(name, "is given more than once, with different values"));
        }
        return different.isEmpty() ? null : different.get(0);
    }
}
