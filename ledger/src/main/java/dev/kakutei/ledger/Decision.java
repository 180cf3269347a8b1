package dev.kakutei.ledger;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What follows from an observation: the events that happened, in order, the entry after them, and what is to be done.
 *
 * @param entry null only where the request is not known and nothing was decided about it
 */
public record Decision(Entry entry, List<LedgerEvent> events, List<Effect> effects) {
    public Decision {
        events = List.copyOf(events);
        effects = List.copyOf(effects);
    }

    /** What becomes of the caller's document that is stored beside the entry. It is kept as long as it may be sent. */
    public enum DocumentChange {
        NONE,
        /** The one of the version that the decision brings is stored. */
        STORE,
        DELETE
    }

    /** @param before what the request was; null where it was not known */
    public DocumentChange documentChange(Entry before) {
        if (events.isEmpty()) {
            return DocumentChange.NONE;
        }
        if (entry.status().terminal()) {
            boolean wasOpen = before != null && !before.status().terminal();
            return wasOpen ? DocumentChange.DELETE : DocumentChange.NONE;
        }
        return version().isPresent() ? DocumentChange.STORE : DocumentChange.NONE;
    }

    /** The event that brings a version of the request, and its document with it. */
    public Optional<LedgerEvent> version() {
        return events.stream().filter(event -> event.document().isPresent()).findFirst();
    }

    /** Whether anything is to be done that needs the document. */
    public boolean sendsDocument() {
        return effects.stream().anyMatch(effect -> effect instanceof Effect.Send || effect instanceof Effect.Inquire);
    }

    /** An action that nothing is known to be done about. */
    static Decision refused(OperatorAction action, String reason, Instant now) {
        return new Decision(null, List.of(), List.of(new Effect.Refuse(ActionRefusal.of(action, 0, reason, now))));
    }

    /** The same, and this is to be done as well. */
    Decision with(Effect effect) {
        List<Effect> all = new ArrayList<>(effects);
        all.add(effect);
        return new Decision(entry, events, all);
    }

    /** Nothing happened: the observation was late, repeated or early. */
    static Decision nothing(Entry entry) {
        return new Decision(entry, List.of(), List.of());
    }
}
