package dev.kakutei.store.project;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Folds events onto the snapshots they concern. An event is applied when it is the next one; a lower one is a
 * repetition, a higher one is a gap, and a gap is a fault. No database in here.
 */
final class EventFold {
    private final Map<RequestId, Entry> entries;
    private final Set<RequestId> created = new LinkedHashSet<>();
    private final Set<RequestId> changed = new LinkedHashSet<>();
    private final Map<RequestId, List<IncomingEvent>> applied = new LinkedHashMap<>();
    private final List<IncomingEvent> repeated = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();

    /** @param known the snapshots of the requests concerned; a request that is not among them is not known */
    EventFold(Map<RequestId, Entry> known) {
        this.entries = new HashMap<>(known);
    }

    void add(IncomingEvent incoming) {
        LedgerEvent event = incoming.event();
        Entry entry = entries.get(event.requestId());
        if (entry == null) {
            begin(incoming);
        } else if (event.seq() <= entry.seq()) {
            repeated.add(incoming);
        } else if (event.seq() > entry.seq() + 1) {
            faults.add(incoming.fault("a gap: the last event here is " + entry.seq()));
        } else {
            apply(incoming, entry);
        }
    }

    /** Snapshots of requests that were not known, after their last event. */
    List<Entry> created() {
        return created.stream().map(entries::get).toList();
    }

    /** Snapshots of known requests, after their last event. */
    List<Entry> changed() {
        return changed.stream().map(entries::get).toList();
    }

    List<IncomingEvent> applied() {
        return applied.values().stream().flatMap(List::stream).toList();
    }

    List<IncomingEvent> repeated() {
        return List.copyOf(repeated);
    }

    List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** Takes back a request that could not be created after all. */
    void reject(RequestId id, String reason) {
        created.remove(id);
        applied.remove(id).forEach(incoming -> faults.add(incoming.fault(reason)));
        repeated.removeIf(incoming -> incoming.event().requestId().equals(id));
    }

    private void begin(IncomingEvent incoming) {
        if (incoming.event().seq() != 1 || !(incoming.event().fact() instanceof Fact.Accepted)) {
            faults.add(incoming.fault("a gap: the request is not known here"));
            return;
        }
        RequestId id = incoming.event().requestId();
        entries.put(id, Entry.begin(incoming.event()));
        created.add(id);
        applied.computeIfAbsent(id, none -> new ArrayList<>()).add(incoming);
    }

    private void apply(IncomingEvent incoming, Entry entry) {
        Entry after;
        try {
            after = entry.apply(incoming.event());
        } catch (IllegalStateException | IllegalArgumentException e) {
            faults.add(incoming.fault("an illegal move: " + e.getMessage()));
            return;
        }
        entries.put(entry.id(), after);
        if (!created.contains(entry.id())) {
            changed.add(entry.id());
        }
        applied.computeIfAbsent(entry.id(), none -> new ArrayList<>()).add(incoming);
    }
}
