package dev.kakutei.ledger;

import dev.kakutei.schemas.ActionRefusal;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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
