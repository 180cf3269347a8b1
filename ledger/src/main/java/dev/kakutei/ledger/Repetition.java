package dev.kakutei.ledger;

import java.time.Instant;

/** Whether a gateway recognises a further attempt as the same request, so that it cannot act twice. */
final class Repetition {
    private Repetition() {}

    /** Whether any attempt made so far may have taken effect. */
    static boolean mayHaveTakenEffect(Entry entry) {
        return entry.attempts().count() > 0
                && (entry.inDoubt() || entry.status().pendingVerification());
    }

    /** Whether a repetition is recognised as long as the key is remembered. Another gateway does not know the key. */
    static boolean isForgiven(GatewayPolicy policy, Entry entry) {
        return policy != null && policy.forgivesRepetition() && !entry.perhapsElsewhere();
    }

    /**
     * Whether it would recognise an attempt that is begun now.
     *
     * @param policy null where the gateway is not configured
     */
    static boolean isRecognised(GatewayPolicy policy, Entry entry, Instant now) {
        if (!isForgiven(policy, entry)) {
            return false;
        }
        if (entry.attempts().firstSentAt() == null || policy.keyMemory() == null) {
            return true;
        }
        // A post may reach the gateway after we gave it up, within the settling time: the key must be known then, too.
        Instant there = notAfter(policy, entry, now)
                .plus(AttemptRules.callTimeout(policy, entry, now))
                .plus(policy.verification().settlingTime());
        return !there.isAfter(entry.attempts().firstSentAt().plus(policy.keyMemory()));
    }

    /** Whether it has recognised the attempts made so far: all but those that a person had made at their own risk. */
    static boolean wasRecognised(GatewayPolicy policy, Entry entry) {
        return isForgiven(policy, entry) && !entry.perhapsTwice();
    }

    /** Until when an attempt that is begun now may be posted. */
    static Instant notAfter(GatewayPolicy policy, Entry entry, Instant now) {
        Instant windowEnds = now.plus(policy.sendWindow());
        Instant expiresAt = entry.expiresAt();
        return expiresAt == null || windowEnds.isBefore(expiresAt) ? windowEnds : expiresAt;
    }
}
