package dev.kakutei.simulator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Objects;

/**
 * One line of the journal. Lines of one post share its number, {@code post}, which is the seq of its RECEIVED line.
 *
 * @param seq dense, from 1
 * @param at wall clock, to the millisecond
 * @param nanos monotonic, since the process started; begins again with every start
 * @param post 0 in a LOOKUP
 * @param nth the how-manieth post (or look-up) of its reference
 * @param digest SHA-256 of the body's bytes, in hex
 * @param behaviour the {@link BehaviourType} the request met, or why its key stopped it: KEY_REUSED, KEY_IN_PROGRESS
 * @param http the status of a REPLIED or an answered LOOKUP
 * @param id the gateway's own id of the effect or refusal
 * @param status what the effect was made as, has become, or was said to be
 * @param due in RECEIVED, when it will be applied; in a pending APPLIED, when it will settle
 * @param settlesTo what a pending APPLIED will become
 * @param replayOf in a REPLIED that repeats an earlier answer, the post that was decided then
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JournalEntry(
        long seq,
        Instant at,
        long nanos,
        Type type,
        long post,
        int nth,
        Kind kind,
        String reference,
        String key,
        String attempt,
        String traceparent,
        String amount,
        String currency,
        String quantity,
        String instrument,
        String digest,
        String behaviour,
        Integer http,
        String id,
        GatewayStatus status,
        Instant due,
        GatewayStatus settlesTo,
        Long replayOf) {

    /** What a line says. */
    public enum Type {
        /** A post has arrived, whole and well-formed. */
        RECEIVED,
        /** The effect exists from here on: money moved, an order filled, or either pending. */
        APPLIED,
        /** Refused for certain. */
        DECLINED,
        /** A pending effect came to its end. */
        SETTLED,
        /** The answer leaves next; the client may be gone. */
        REPLIED,
        /** The connection is closed next, without a byte. */
        DROPPED,
        /** A look-up, and what was answered; without http there was no answer. */
        LOOKUP
    }

    public JournalEntry {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reference, "reference");
        if (seq < 1) {
            throw new IllegalArgumentException("seq counts from 1, not " + seq);
        }
    }

    Subject subject() {
        return new Subject(kind, reference);
    }
}
