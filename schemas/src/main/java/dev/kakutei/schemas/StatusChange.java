package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;

/**
 * A change worth telling a user about, on the status topic.
 *
 * @param state the ledger's own, finer word for where the request is
 */
public record StatusChange(
        RequestId requestId,
        int seq,
        RequestKind kind,
        String client,
        String idempotencyKey,
        RequestStatus status,
        String state,
        boolean pendingVerification,
        int attempts,
        String reason,
        Instant at) {
    public StatusChange {
        requireNonNull(requestId, "request_id");
        requireNonNull(kind, "kind");
        requireNonNull(client, "client");
        requireNonNull(idempotencyKey, "idempotency_key");
        requireNonNull(status, "status");
        requireNonNull(state, "state");
        requireNonNull(at, "at");
    }

    @JsonIgnore
    public String eventType() {
        String subject = kind == RequestKind.ORDER ? "Order" : "Payment";
        return switch (status) {
            case PENDING -> subject + "Pending";
            case PENDING_APPROVAL -> subject + "PendingApproval";
            case AUTHORIZED -> subject + "Authorized";
            case SUCCEEDED -> subject + "Succeeded";
            case FAILED -> subject + "Failed";
        };
    }
}
