package dev.kakutei.schemas;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A fact with its place in the history of a request.
 *
 * @param seq counts a request's events from 1 without a gap, so that a reader sees at once what it missed or saw twice
 * @param at when it was recorded, to the millisecond
 * @param by who did it: a service, {@code client:NAME}, or a person as {@code operator:NAME}, {@code approver:NAME},
 *     {@code summariser:NAME} or {@code viewer:NAME}
 */
public record LedgerEvent(RequestId requestId, int seq, Instant at, String by, Fact fact) {
    public LedgerEvent {
        requireNonNull(requestId, "request_id");
        requireNonNull(by, "by");
        requireNonNull(fact, "fact");
        at = requireNonNull(at, "at").truncatedTo(ChronoUnit.MILLIS);
        if (seq < 1) {
            throw new IllegalArgumentException("events are counted from 1, not " + seq);
        }
    }

    /** The first event of a request, wherever it is made: in the transaction that stores it, and from its outbox row. */
    public static LedgerEvent first(RequestId requestId, Instant at, Fact.Accepted accepted) {
        return new LedgerEvent(requestId, 1, at, ClientName.actor(accepted.client()), accepted);
    }

    /** The caller's document, in an event that brings a version of the request; empty in every other. */
    public Optional<JsonNode> document() {
        if (fact instanceof Fact.Accepted accepted) {
            return Optional.of(accepted.request());
        }
        return fact instanceof ApprovalFact.Resubmitted resubmitted
                ? Optional.of(resubmitted.request())
                : Optional.empty();
    }
}
