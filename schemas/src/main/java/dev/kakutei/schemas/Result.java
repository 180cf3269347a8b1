package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * The one terminal result of a request, on the result topic of its kind (SPEC C11).
 *
 * @param answer the beginning of the gateway's answer, bounded and redacted: an object where it is one, else its text; null
 *     where there was none. Version 1 had all of them as text; they are read as the same
 */
public record Result(
        RequestId requestId,
        RequestKind kind,
        String client,
        String idempotencyKey,
        RequestStatus status,
        Fact.Verdict verdict,
        String reason,
        String gateway,
        Integer gatewayStatusCode,
        String gatewayReference,
        String lastErrorCode,
        int attempts,
        int verificationAttempts,
        Instant lastVerificationAt,
        @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal amount,
        String currency,
        Instant acceptedAt,
        Instant settledAt,
        JsonNode answer,
        String traceparent) {
    public Result {
        requireNonNull(requestId, "request_id");
        requireNonNull(kind, "kind");
        requireNonNull(client, "client");
        requireNonNull(idempotencyKey, "idempotency_key");
        requireNonNull(status, "status");
        requireNonNull(verdict, "verdict");
        requireNonNull(gateway, "gateway");
        requireNonNull(acceptedAt, "accepted_at");
        requireNonNull(settledAt, "settled_at");
        answer = answer == null || answer.isObject() ? answer : AnswerText.shown(answer.asText(null));
    }

    /** The CloudEvents type: {@code PaymentAuthorized}, {@code PaymentFailed}, {@code OrderSucceeded}, … */
    @JsonIgnore
    public String eventType() {
        RequestStatus end = status == RequestStatus.FAILED ? status : kind.success();
        return kind.title() + end.eventWord();
    }
}
