package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What the verifier commands the sender to do, on the lane of the gateway. Each command is issued once (exactly-once
 * streams), and carries the time after which it must not be carried out any more (SPEC D6).
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Command.Send.class, name = "send"),
    @JsonSubTypes.Type(value = Command.Inquire.class, name = "inquire")
})
public sealed interface Command {
    RequestId requestId();

    RequestKind kind();

    String gateway();

    Instant issuedAt();

    Instant notAfter();

    /** How long the call may take once it has begun. */
    long callTimeoutMillis();

    String traceparent();

    JsonNode request();

    /** The caller's name for the request, for logs; null where the command was issued by an older version. */
    String idempotencyKey();

    /**
     * The last recovery that put the request in doubt, 0 for none: it belongs to the number of the attempt or inquiry, which
     * may have been given before as well, to one whose records were lost. The report repeats it.
     */
    int recovery();

    <T> T match(Cases<T> cases);

    interface Cases<T> {
        T send(Send command);

        T inquire(Inquire command);
    }

    /** Post this request to the gateway: one call, one POST. */
    record Send(
            RequestId requestId,
            RequestKind kind,
            String gateway,
            int attempt,
            Instant issuedAt,
            Instant notAfter,
            long callTimeoutMillis,
            String traceparent,
            JsonNode request,
            String idempotencyKey,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int recovery)
            implements Command {
        public Send {
            issuedAt = requireNonNull(issuedAt, "issued_at").truncatedTo(ChronoUnit.MILLIS);
            notAfter = requireNonNull(notAfter, "not_after").truncatedTo(ChronoUnit.MILLIS);
            check(requestId, kind, gateway, attempt, callTimeoutMillis, request, recovery);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.send(this);
        }
    }

    /**
     * Ask the gateway what became of this request. Asking has no effect there, so it may be repeated.
     *
     * @param gatewayReference the gateway's own name for it, from an answer that shows that it has it; null without one
     */
    record Inquire(
            RequestId requestId,
            RequestKind kind,
            String gateway,
            int inquiry,
            Instant issuedAt,
            Instant notAfter,
            long callTimeoutMillis,
            String traceparent,
            JsonNode request,
            String idempotencyKey,
            String gatewayReference,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int recovery)
            implements Command {
        public Inquire {
            issuedAt = requireNonNull(issuedAt, "issued_at").truncatedTo(ChronoUnit.MILLIS);
            notAfter = requireNonNull(notAfter, "not_after").truncatedTo(ChronoUnit.MILLIS);
            check(requestId, kind, gateway, inquiry, callTimeoutMillis, request, recovery);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.inquire(this);
        }
    }

    private static void check(
            RequestId requestId,
            RequestKind kind,
            String gateway,
            int number,
            long timeout,
            JsonNode request,
            int recovery) {
        requireNonNull(requestId, "request_id");
        requireNonNull(kind, "kind");
        requireNonNull(gateway, "gateway");
        requireNonNull(request, "request");
        if (number < 1) {
            throw new IllegalArgumentException("attempts and inquiries are counted from 1, not " + number);
        }
        if (timeout < 1) {
            throw new IllegalArgumentException("a call needs time, not " + timeout + " ms");
        }
        if (recovery < 0) {
            throw new IllegalArgumentException("recoveries are counted from 1, not " + recovery);
        }
    }
}
