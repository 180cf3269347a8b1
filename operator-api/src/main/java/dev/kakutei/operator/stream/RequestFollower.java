package dev.kakutei.operator.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.read.LedgerReader.Timeline;
import java.util.ArrayList;
import java.util.List;

/**
 * What one caller has seen of one request, and what comes next. Events may be given twice, late and with gaps, from the
 * topic and from Postgres; each is shown once, in order. No clock and no I/O in here; one thread at a time.
 */
public final class RequestFollower {
    /** A caller that missed more than this gets the state instead of every change. */
    static final int MAX_MISSED = 100;

    private final EventView shown;
    private final List<Frame> opening = new ArrayList<>();
    private Entry entry;
    /** The last event the caller knows of. It may know more than we do: another instance may have been ahead. */
    private int seen;

    private int heardOf;

    /** @param lastSeen the last event that the caller has seen; 0 where it has seen none */
    public RequestFollower(EventView shown, Timeline timeline, int lastSeen) {
        this.shown = shown;
        this.entry = timeline.entry();
        this.seen = lastSeen;
        this.heardOf = entry.seq();
        List<LedgerEvent> events = timeline.events();
        boolean missedLittle = lastSeen > 0 && entry.seq() - lastSeen <= MAX_MISSED && events.size() >= entry.seq();
        if (lastSeen < entry.seq() && missedLittle) {
            entry = folded(events.subList(0, lastSeen));
            opening.addAll(hear(events));
            return;
        }
        if (lastSeen < entry.seq()) {
            opening.add(Frame.event("state", entry.seq(), shown.request(entry)));
            seen = entry.seq();
        }
        if (ended()) {
            opening.add(end());
        }
    }

    /** What is shown first. */
    public List<Frame> opening() {
        return List.copyOf(opening);
    }

    /** What is new in these, oldest first. */
    List<Frame> hear(List<LedgerEvent> events) {
        List<Frame> frames = new ArrayList<>();
        for (LedgerEvent event : events) {
            heardOf = Math.max(heardOf, event.seq());
            if (!ended() && event.seq() == entry.seq() + 1) {
                entry = entry.apply(event);
                if (event.seq() > seen) {
                    seen = event.seq();
                    frames.add(change(event));
                }
                if (ended()) {
                    frames.add(end());
                }
            }
        }
        return frames;
    }

    /** Whether an event was received that could not be shown, because one before it is missing. */
    boolean behind() {
        return !ended() && heardOf > entry.seq();
    }

    /** Nothing more will come. */
    public boolean ended() {
        return entry.status().terminal();
    }

    int seq() {
        return entry.seq();
    }

    private static Entry folded(List<LedgerEvent> events) {
        Entry entry = Entry.begin(events.get(0));
        for (LedgerEvent event : events.subList(1, events.size())) {
            entry = entry.apply(event);
        }
        return entry;
    }

    private Frame change(LedgerEvent event) {
        ObjectNode data = Json.MAPPER.createObjectNode();
        data.set("event", shown.event(event));
        data.set("request", shown.request(entry));
        return Frame.event("change", event.seq(), data);
    }

    private Frame end() {
        ObjectNode data = Json.MAPPER.createObjectNode();
        data.put("status", entry.status().outward(entry.kind()).name());
        return Frame.event("end", Math.max(seen, entry.seq()), data);
    }
}
