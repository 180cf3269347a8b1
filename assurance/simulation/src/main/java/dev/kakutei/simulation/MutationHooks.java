package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Republication;
import dev.kakutei.ledger.Retention;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where a mutant changes behaviour: around the ledger and in the world, never inside the ledger. None does by default. */
class MutationHooks {
    static final MutationHooks NONE = new MutationHooks();

    /** The policy that the ledger is given for the gateway. */
    GatewayPolicy believed(GatewayPolicy truth) {
        return truth;
    }

    /** The expiry that the ledger is given for the request. */
    Instant expiry(Instant truth) {
        return truth;
    }

    Decision decide(Ledger ledger, Entry entry, Observation observation, Instant now) {
        return ledger.decide(entry, observation, now);
    }

    /** Whether a shell goes by a configuration that has changed. */
    boolean takesConfiguration() {
        return true;
    }

    /** When the shell may remove an entry. */
    Instant removeAt(Retention retention, Entry entry) {
        return retention.removeAt(entry);
    }

    /** Up to when the shell may remove entries. */
    Optional<Instant> removeUntil(Retention retention, Instant newestAccepted, Instant now) {
        return retention.until(newestAccepted, now);
    }

    /** Whether a shell that restarts knows up to when it removed entries. */
    boolean keepsRemovedUpTo() {
        return true;
    }

    /** Which key the attempt is sent under; 0 is the request's own. */
    int key(int attempt) {
        return 0;
    }

    boolean publishes(LedgerEvent event) {
        return true;
    }

    /** Whether the shell puts a resubmitted document in the place of the earlier one. */
    boolean replacesDocument() {
        return true;
    }

    /** Whether a shell that restarts sets its timers again. */
    boolean armsTimersOnRestore() {
        return true;
    }

    /** Whether what a shell sends is sent with its transaction only. */
    boolean sendsWithinTransaction() {
        return true;
    }

    /** Whether a recovery reads where resubmissions may have led. */
    boolean readsTargets() {
        return true;
    }

    /** Whether a recovery reads which requests a person had sent again at the risk of a second effect. */
    boolean readsAcceptances() {
        return true;
    }

    /** From when on a recovery takes the ledger topic to lack events. */
    Instant lacksSince(Republication.Found found, List<Republication.Earlier> earlier, Duration clocksDiffer) {
        return Republication.lacksSince(found, earlier, clocksDiffer);
    }

    /**
     * Whether a recovery publishes an event again, of a request that the ledger topic may lack.
     *
     * @param lacksSince null where the topic lacks nothing, and the request is open
     */
    boolean publishesAgain(LedgerEvent event, Instant lacksSince) {
        return true;
    }

    /** Whether a shell that restarts compares its state with the end of the ledger topic. */
    boolean comparesState() {
        return true;
    }

    boolean checksFreshness() {
        return true;
    }

    /** Whether a sender commits its offset before it posts. */
    boolean commitsBeforePosting() {
        return true;
    }

    /** Whether a sender that lost its position leaves alone what may have been posted. */
    boolean leavesAloneWhatMayBePosted() {
        return true;
    }

    /** What a sender says of a post. */
    Outcome reported(SimulatedPost post, Outcome truth) {
        return truth;
    }
}
