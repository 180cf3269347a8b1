package dev.kakutei.ledger;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A decision in the making: facts are folded in as they are recorded, so that each next rule sees the state after. */
final class Draft {
    private static final String LEDGER = "verifier";

    private final Instant now;
    private final String by;
    private final List<LedgerEvent> events = new ArrayList<>(3);
    private final List<Effect> effects = new ArrayList<>(3);
    private final String gatewayBefore;
    private final boolean inDoubtBefore;
    private Entry entry;

    Draft(Entry entry, Instant now) {
        this(entry, now, LEDGER);
    }

    /** @param by who the timeline will name for what is recorded */
    Draft(Entry entry, Instant now, String by) {
        this.entry = entry;
        this.gatewayBefore = entry.gateway();
        this.inDoubtBefore = entry.pendingVerification();
        this.now = now;
        this.by = by;
    }

    static Draft beginning(LedgerEvent accepted, Instant now) {
        Draft draft = new Draft(Entry.begin(accepted), now);
        draft.events.add(accepted);
        return draft;
    }

    Entry entry() {
        return entry;
    }

    Instant now() {
        return now;
    }

    Draft record(Fact fact) {
        LedgerEvent event = new LedgerEvent(entry.id(), entry.seq() + 1, now, by, fact);
        Entry before = entry;
        entry = entry.apply(event);
        events.add(event);
        if (before.status() == Status.VERIFICATION_FAILED && entry.status() != Status.VERIFICATION_FAILED) {
            effect(new Effect.Clear(Cause.VERIFICATION_FAILED, gatewayBefore));
        }
        if (ApprovalRules.isOverdue(before) && !ApprovalRules.isOverdue(entry)) {
            effect(new Effect.Clear(Cause.APPROVAL_OVERDUE, gatewayBefore));
        }
        return this;
    }

    Draft effect(Effect effect) {
        effects.add(effect);
        return this;
    }

    Draft raise(Alert.Severity severity, String cause, String summary) {
        return effect(new Effect.Raise(severity, cause, summary));
    }

    /** Users hear when doubt comes or goes, whichever rule brought it about. */
    Decision done() {
        boolean published = effects.stream().anyMatch(Effect.PublishStatus.class::isInstance);
        if (entry.pendingVerification() != inDoubtBefore && !published) {
            effect(new Effect.PublishStatus());
        }
        return new Decision(entry, events, effects);
    }
}
