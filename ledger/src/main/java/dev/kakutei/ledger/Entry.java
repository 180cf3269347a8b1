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
 * only with the version, and is kept beside.
 *
 * @param digest of the version that was accepted; that of the current one is in {@code version}
 * @param seq the number of the last event
 * @param currentEventId the number of the last event that changed the status
 * @param firstSentAt when the first send command was issued: a gateway's memory of our key may begin then
 * @param lastSendNotAfter after this, no attempt made so far can still begin
 * @param lastCall the last attempt's own times; null where none was begun, or not by a version that kept them
 * @param inDoubt an attempt before the current one may have taken effect
 * @param riskyAttempt the latest attempt that the gateway may not recognise as a repetition of one that may have taken
 *     effect: a person had accepted that; 0 for none
 * @param openInquiry the inquiry that is not answered yet; 0 for none
 * @param misses how often "not found" has been heard that counts
 * @param dueAt when time alone will move it; null where only an observation or a person can
 * @param settledByAttempt the attempt whose answer settled it; 0 where something else did
 * @param contradictions the attempts whose answers spoke against what was settled, and {@link #BY_STATUS_QUERY}
 * @param answers what status queries have brought, and whether the gateway acknowledged the request
 * @param recovered the last recovery that put it in doubt; null where none did
 * @param approval what holds it for approval, or held it; null where nothing ever did
 * @param otherGateways where it may have been sent as well before Kafka lost records; never cleared, because no answer of
 *     its own gateway can clear it
 * @param summaries the submissions of its versions, and what was said of them for approvers
 */
public record Entry(
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
        String traceparent,
        Status status,
        int seq,
        int currentEventId,
        Instant updatedAt,
        int attempts,
        Instant firstSentAt,
        Instant lastSendNotAfter,
        LastCall lastCall,
        boolean inDoubt,
        int riskyAttempt,
        int verificationAttempts,
        Instant lastVerificationAt,
        int openInquiry,
        int misses,
        Instant dueAt,
        String reason,
        String lastErrorCode,
        String lastErrorMessage,
        Integer gatewayStatusCode,
        String gatewayReference,
        String gatewayAnswer,
        int settledByAttempt,
        Instant settledAt,
        List<Integer> contradictions,
        GatewayAnswers answers,
        Recovered recovered,
        Version version,
        Approval approval,
        Comments comments,
        List<String> otherGateways,
        Summaries summaries) {
    /** Among the contradictions: what a status query found. */
    public static final int BY_STATUS_QUERY = 0;

    public Entry {
        requireNonNull(id, "id");
        requireNonNull(kind, "kind");
        requireNonNull(status, "status");
        // Entries that were stored before there were these have none of them.
        answers = answers == null ? GatewayAnswers.NONE : answers;
        version = version == null ? new Version(1, digest, client, null) : version;
        comments = comments == null ? Comments.NONE : comments;
        summaries = summaries == null ? Summaries.NONE : summaries;
        approval = approval == null ? null : approval.known(status);
        otherGateways = otherGateways == null ? List.of() : List.copyOf(otherGateways);
        contradictions = contradictions == null ? List.of() : List.copyOf(contradictions);
        if (status.terminal() && dueAt != null) {
            throw new IllegalArgumentException("a " + status + " request waits for nothing, yet is due at " + dueAt);
        }
        if (!status.terminal() && !status.waitsForPerson() && status != Status.ACCEPTED && dueAt == null) {
            throw new IllegalArgumentException("a " + status + " request would wait for ever");
        }
    }

    /** The state after a request's first event. */
    public static Entry begin(LedgerEvent first) {
        if (first.seq() != 1 || !(first.fact() instanceof Fact.Accepted accepted)) {
            throw new IllegalArgumentException("a request begins with its acceptance, not with " + first);
        }
        return new EntryEditor(first, accepted).entry();
    }

    /**
     * A call was made, or may have been made, whose outcome is not known (SPEC A5, C5): it is being looked into, waits for a
     * person, or is sent again to a gateway that recognises its key.
     */
    public boolean pendingVerification() {
        return !status.terminal() && (status.pendingVerification() || inDoubt);
    }

    /**
     * Whether the gateway may have acted, or may be acting, without the outcome being known to who reads this entry (SPEC A5).
     * What is read may be behind what is done: the call of a request that is accepted, or whose next attempt is due, may be
     * under way already. False only where nothing can have taken effect yet, and where the outcome is known.
     */
    public boolean outcomeUnknown(Instant now) {
        return pendingVerification()
                || switch (status) {
                    case ACCEPTED, SENDING, VERIFYING, VERIFICATION_FAILED -> true;
                    case RETRYING -> !now.isBefore(dueAt);
                    case PENDING_APPROVAL, RETURNED, HELD, SUCCEEDED, FAILED, ABORTED, EXPIRED, CANCELLED -> false;
                };
    }

    /** The number of the last recovery that put it in doubt; 0 for none. */
    public int recovery() {
        return recovered == null ? 0 : recovered.number();
    }

    /** Whether this is an attempt that is known, and not one that left no trace and whose number was given again. */
    boolean knowsAttempt(int attempt, int inRecovery) {
        return attempt <= attempts
                && (inRecovery == recovery() || (recovered != null && attempt <= recovered.attempts()));
    }

    /** The same for an inquiry. */
    boolean knowsInquiry(int inquiry, int inRecovery) {
        return inquiry <= verificationAttempts
                && (inRecovery == recovery() || (recovered != null && inquiry <= recovered.inquiries()));
    }

    /** Evidence came that speaks against what was settled: a person must look, and the entry is never removed. */
    public boolean contradicted() {
        return !contradictions.isEmpty();
    }

    /** A rule asked for approval, and no one has approved the current version. */
    public boolean awaitsApproval() {
        return approval != null && approval.approvedBy() == null;
    }

    /** The gateway may have acted twice, because a person accepted that. Over when it is known that no attempt did anything. */
    public boolean perhapsTwice() {
        return riskyAttempt > 0 && inDoubt;
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
        if (!event.requestId().equals(id)) {
            throw new IllegalStateException("an event of " + event.requestId() + " is not one of " + id);
        }
        if (event.seq() != seq + 1) {
            throw new IllegalStateException("event " + event.seq() + " of " + id + " cannot follow event " + seq);
        }
        Entry after = event.fact().match(new EntryEditor(this, event));
        if (after.status != status && !status.next().contains(after.status)) {
            throw new IllegalStateException(id + " cannot go from " + status + " to " + after.status);
        }
        return after;
    }
}
