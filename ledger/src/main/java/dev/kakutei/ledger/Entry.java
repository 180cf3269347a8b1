package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * The state of one request: the fold of its facts, and nothing else. The caller's document is not in it; it changes
 * only with the version, and is kept beside. What was asked and where it is can be asked of the entry itself.
 *
 * @param recovered the last recovery that put it in doubt; null where none did
 * @param otherGateways where it may have been sent as well before Kafka lost records; never cleared, because no answer of
 *     its own gateway can clear it
 * @param approval what holds it for approval, or held it; null where nothing ever did
 * @param summaries the submissions of its versions, and what was said of them for approvers
 */
public record Entry(
        Request request,
        Progress progress,
        Attempts attempts,
        Inquiries inquiries,
        LastAnswer lastAnswer,
        Settlement settlement,
        Recovered recovered,
        List<String> otherGateways,
        Version version,
        Approval approval,
        Comments comments,
        Summaries summaries) {
    /** Among the contradictions: what a status query found. */
    public static final int BY_STATUS_QUERY = 0;

    public Entry {
        requireNonNull(request, "request");
        requireNonNull(progress, "progress");
        requireNonNull(attempts, "attempts");
        requireNonNull(inquiries, "inquiries");
        requireNonNull(lastAnswer, "lastAnswer");
        requireNonNull(settlement, "settlement");
        // Entries that were stored before there were these have none of them.
        version = version == null ? new Version(1, request.digest(), request.client(), null) : version;
        comments = comments == null ? Comments.NONE : comments;
        summaries = summaries == null ? Summaries.NONE : summaries;
        approval = approval == null ? null : approval.known(progress.status());
        otherGateways = otherGateways == null ? List.of() : List.copyOf(otherGateways);
    }

    /** The state after a request's first event. */
    public static Entry begin(LedgerEvent first) {
        if (first.seq() != 1 || !(first.fact() instanceof Fact.Accepted accepted)) {
            throw new IllegalArgumentException("a request begins with its acceptance, not with " + first);
        }
        return new Entry(
                Request.accepted(first, accepted),
                Progress.accepted(first),
                Attempts.NONE,
                Inquiries.NONE,
                LastAnswer.NONE,
                Settlement.NONE,
                null,
                List.of(),
                new Version(1, accepted.digest(), accepted.client(), accepted.note()),
                null,
                Comments.NONE,
                Summaries.NONE);
    }

    /**
     * A call was made, or may have been made, whose outcome is not known (SPEC A5, C5): it is being looked into, waits for a
     * person, or is sent again to a gateway that recognises its key.
     */
    public boolean pendingVerification() {
        return !status().terminal() && (status().pendingVerification() || inDoubt());
    }

    /**
     * Whether the gateway may have acted, or may be acting, without the outcome being known to who reads this entry (SPEC A5).
     * What is read may be behind what is done: the call of a request that is accepted, or whose next attempt is due, may be
     * under way already. False only where nothing can have taken effect yet, and where the outcome is known.
     */
    public boolean outcomeUnknown(Instant now) {
        return pendingVerification()
                || switch (status()) {
                    case ACCEPTED, SENDING, VERIFYING, VERIFICATION_FAILED -> true;
                    case RETRYING -> !now.isBefore(dueAt());
                    case PENDING_APPROVAL, RETURNED, HELD, SUCCEEDED, FAILED, ABORTED, EXPIRED, CANCELLED -> false;
                };
    }

    /** The number of the last recovery that put it in doubt; 0 for none. */
    public int recovery() {
        return recovered == null ? 0 : recovered.number();
    }

    /** Whether this is an attempt that is known, and not one that left no trace and whose number was given again. */
    boolean knowsAttempt(int attempt, int inRecovery) {
        return attempt <= attempts.count()
                && (inRecovery == recovery() || (recovered != null && attempt <= recovered.attempts()));
    }

    /** The same for an inquiry. */
    boolean knowsInquiry(int inquiry, int inRecovery) {
        return inquiry <= inquiries.count()
                && (inRecovery == recovery() || (recovered != null && inquiry <= recovered.inquiries()));
    }

    /** Evidence came that speaks against what was settled: a person must look, and the entry is never removed. */
    public boolean contradicted() {
        return !settlement.contradictions().isEmpty();
    }

    /** A rule asked for approval, and no one has approved the current version. */
    public boolean awaitsApproval() {
        return approval != null && approval.approvedBy() == null;
    }

    /** The gateway may have acted twice, because a person accepted that. Over when it is known that no attempt did anything. */
    public boolean perhapsTwice() {
        return attempts.risky() > 0 && inDoubt();
    }

    /** It may have been sent to another gateway than the one that it is known to have. */
    public boolean perhapsElsewhere() {
        return !otherGateways.isEmpty();
    }

    /**
     * The only way to change an entry.
     *
     * @throws IllegalStateException for an event that is not the next one, or a move that the life cycle does not have:
     *     a bug, never bad input
     */
    public Entry apply(LedgerEvent event) {
        if (!event.requestId().equals(id())) {
            throw new IllegalStateException("an event of " + event.requestId() + " is not one of " + id());
        }
        if (event.seq() != seq() + 1) {
            throw new IllegalStateException("event " + event.seq() + " of " + id() + " cannot follow event " + seq());
        }
        Entry after = event.fact().match(new EntryEditor(this, event));
        if (after.status() != status() && !status().next().contains(after.status())) {
            throw new IllegalStateException(id() + " cannot go from " + status() + " to " + after.status());
        }
        return after;
    }

    public RequestId id() {
        return request.id();
    }

    public RequestKind kind() {
        return request.kind();
    }

    public String client() {
        return request.client();
    }

    public String idempotencyKey() {
        return request.idempotencyKey();
    }

    public String digest() {
        return request.digest();
    }

    public String gateway() {
        return request.gateway();
    }

    public BigDecimal amount() {
        return request.amount();
    }

    public String currency() {
        return request.currency();
    }

    public Instant acceptedAt() {
        return request.acceptedAt();
    }

    public Instant deadline() {
        return request.deadline();
    }

    public Instant expiresAt() {
        return request.expiresAt();
    }

    public String traceparent() {
        return request.traceparent();
    }

    public Status status() {
        return progress.status();
    }

    public int seq() {
        return progress.seq();
    }

    public int currentEventId() {
        return progress.currentEventId();
    }

    public Instant updatedAt() {
        return progress.updatedAt();
    }

    public Instant dueAt() {
        return progress.dueAt();
    }

    public String reason() {
        return progress.reason();
    }

    public boolean inDoubt() {
        return attempts.inDoubt();
    }
}
