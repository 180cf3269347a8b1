package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.http.HttpReply;
import dev.kakutei.ledger.Entry;
import java.time.Instant;
import java.util.OptionalLong;

/** A request as a reply. */
public final class RequestReply {
    private RequestReply() {}

    /**
     * The current state of a request. Where the state will change by itself, the answer says when to ask again; where only a
     * person can change it, it does not.
     */
    public static HttpReply current(Entry entry, ObjectNode view, Instant now) {
        return withRetryAfter(HttpReply.json(200, view), entry, now);
    }

    /** With when to ask again, where the state changes by itself. */
    public static HttpReply withRetryAfter(HttpReply reply, Entry entry, Instant now) {
        OptionalLong seconds = RequestView.lookAgainAfter(entry, now);
        return seconds.isEmpty() ? reply : reply.with("Retry-After", Long.toString(seconds.getAsLong()));
    }
}
