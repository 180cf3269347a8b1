package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * What was asked, by whom and of whom. A resubmission changes the gateway, the amount, the currency and the expiry; all
 * else stays as it was accepted.
 *
 * @param digest of the version that was accepted; that of the current one is in {@link Version}
 * @param amount what is at stake; null where the request does not say it
 * @param deadline until when the caller waits
 * @param expiresAt after this it is never sent for the first time; null where it does not expire
 * @param traceparent the caller's trace (W3C); null for none
 */
public record Request(
        RequestId id,
        RequestKind kind,
        String client,
        String idempotencyKey,
        String digest,
        String gateway,
        BigDecimal amount,
        String currency,
        Instant acceptedAt,
        Instant deadline,
        Instant expiresAt,
        String traceparent) {
    public Request {
        requireNonNull(id, "id");
        requireNonNull(kind, "kind");
    }

    static Request accepted(LedgerEvent event, Fact.Accepted fact) {
        return new Request(
                event.requestId(),
                fact.kind(),
                fact.client(),
                fact.idempotencyKey(),
                fact.digest(),
                fact.gateway(),
                fact.amount(),
                fact.currency(),
                event.at(),
                fact.deadline(),
                fact.expiresAt(),
                fact.traceparent());
    }

    Request resubmitted(ApprovalFact.Resubmitted fact) {
        return new Request(
                id,
                kind,
                client,
                idempotencyKey,
                digest,
                fact.gateway(),
                fact.amount(),
                fact.currency(),
                acceptedAt,
                deadline,
                fact.expiresAt(),
                traceparent);
    }
}
