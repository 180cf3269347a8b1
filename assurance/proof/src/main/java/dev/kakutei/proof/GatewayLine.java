package dev.kakutei.proof;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/**
 * One line of what a gateway recorded itself: its journal, or a settlement file.
 *
 * @param journal the name of the journal or settlement file
 * @param at on the gateway's clock; null where the journal does not say
 * @param reference the request's id, as we gave it
 * @param attempt which attempt was posted; null where the journal does not say
 * @param digest of the body that was posted; null where the journal does not say
 * @param id the gateway's own name of the effect; null where it has none
 * @param status in capitals; null where the journal does not say
 */
public record GatewayLine(
        String journal,
        Type type,
        Instant at,
        String reference,
        Integer attempt,
        String amount,
        String currency,
        String quantity,
        String instrument,
        String digest,
        String id,
        String status) {
    private static final Set<String> NO_EFFECT =
            Set.of("DECLINED", "REJECTED", "REFUSED", "FAILED", "CANCELLED", "VOIDED");
    private static final String PENDING = "PENDING";

    /** What a line says. */
    public enum Type {
        /** A request arrived. */
        RECEIVED,
        /** It took effect, or will: its status says how. */
        APPLIED,
        /** It was refused for certain. */
        DECLINED,
        /** An effect that was pending came to its end, under the same id. */
        SETTLED,
        /** An answer was given. */
        REPLIED,
        /** The connection was closed without an answer. */
        DROPPED,
        /** It was asked what became of the request. */
        LOOKUP
    }

    public GatewayLine {
        requireNonNull(journal, "journal");
        requireNonNull(type, "type");
        requireNonNull(reference, "reference");
        status = status == null ? null : status.toUpperCase(Locale.ROOT);
    }

    /** Whether money moved, as far as this line says. */
    boolean isEffect() {
        return status == null || !NO_EFFECT.contains(status);
    }

    boolean isPending() {
        return PENDING.equals(status);
    }
}
