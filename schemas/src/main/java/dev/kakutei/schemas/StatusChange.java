package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;

/**
 * A change that users are notified of, on the status topic.
 *
 * @param state the ledger's own, finer word for where the request is
 * @param approval the state of its approval; null where it never needed one
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
        Instant at,
        Approval approval) {
    public StatusChange {
        requireNonNull(requestId, "request_id");
        requireNonNull(kind, "kind");
        requireNonNull(client, "client");
        requireNonNull(idempotencyKey, "idempotency_key");
        requireNonNull(status, "status");
        requireNonNull(state, "state");
        requireNonNull(at, "at");
    }

    /**
     * The approval of a request that a rule holds, or held.
     *
     * @param requestedAt when the current version began to wait
     * @param approvedAt null while it is not approved, and where that was before it was recorded
     */
    public record Approval(ApprovalStatus status, Instant requestedAt, Instant approvedAt, String approvedBy) {
        public Approval {
            requireNonNull(status, "status");
            requireNonNull(requestedAt, "requested_at");
        }
    }

    @JsonIgnore
    public String eventType() {
        return kind.title() + status.eventWord();
    }
}
