package dev.kakutei.ledger;

import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RecoveryFact;
import dev.kakutei.schemas.SecondEffect;
import java.time.Instant;

/**
 * The attempts that were made, or may have been.
 *
 * @param count how many there were; they are numbered from 1
 * @param firstSentAt when the first send command was issued: a gateway's memory of our key may begin then
 * @param lastSendNotAfter after this, no attempt made so far can still begin
 * @param lastCall the last attempt's own times; null where none was begun, or not by a version that kept them
 * @param inDoubt an attempt before the current one may have taken effect
 * @param risky the latest attempt that the gateway may not recognise as a repetition of one that may have taken effect: a
 *     person had accepted that; 0 for none
 */
public record Attempts(
        int count, Instant firstSentAt, Instant lastSendNotAfter, LastCall lastCall, boolean inDoubt, int risky) {
    static final Attempts NONE = new Attempts(0, null, null, null, false, 0);

    Attempts started(Fact.AttemptStarted fact, Instant at) {
        return new Attempts(
                fact.attempt(),
                firstSentAt == null ? at : firstSentAt,
                fact.notAfter(),
                new LastCall(at, fact.silentAt()),
                inDoubt,
                risky);
    }

    Attempts inDoubt(boolean doubt) {
        return doubt == inDoubt ? this : new Attempts(count, firstSentAt, lastSendNotAfter, lastCall, doubt, risky);
    }

    /** A person accepted that the gateway may take the next one for another request. */
    Attempts nextIsRisky() {
        return new Attempts(count, firstSentAt, lastSendNotAfter, lastCall, inDoubt, count + 1);
    }

    /** @param acceptedAt the gateway's memory of our key may have begun with an attempt that is not known */
    Attempts recordsLost(RecoveryFact.RecordsLost fact, Instant acceptedAt) {
        boolean later = lastSendNotAfter == null || lastSendNotAfter.isBefore(fact.notAfter());
        int last = Math.max(count, fact.attempt());
        return new Attempts(
                last,
                firstSentAt == null ? acceptedAt : firstSentAt,
                later ? fact.notAfter() : lastSendNotAfter,
                lastCall,
                true,
                fact.secondEffectAccepted() == SecondEffect.ACCEPTED ? last : risky);
    }
}
