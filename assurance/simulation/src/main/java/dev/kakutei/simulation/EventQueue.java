package dev.kakutei.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is going to happen, in the order of time; at the same moment, in the order in which it was entered. Worlds are
 * small, so looking through all of it is quicker than keeping it sorted.
 */
final class EventQueue {
    private final List<ScheduledEvent> waiting = new ArrayList<>();
    private final List<ScheduledEvent> spare = new ArrayList<>();
    private int entered;

    void clear() {
        spare.addAll(waiting);
        waiting.clear();
        entered = 0;
    }

    ScheduledEvent add(ScheduledEvent.Kind kind, long at, SimulatedRequest request) {
        ScheduledEvent scheduled = spare.isEmpty() ? new ScheduledEvent() : spare.remove(spare.size() - 1);
        scheduled.kind = kind;
        scheduled.at = at;
        scheduled.sequence = entered++;
        scheduled.request = request;
        scheduled.post = null;
        scheduled.what = null;
        scheduled.number = 0;
        scheduled.recovery = 0;
        waiting.add(scheduled);
        return scheduled;
    }

    ScheduledEvent add(ScheduledEvent.Kind kind, long at, SimulatedPost post) {
        ScheduledEvent scheduled = add(kind, at, post.request);
        scheduled.post = post;
        return scheduled;
    }

    /** The next one; null where nothing waits. It stays until it is {@link #take taken}. */
    ScheduledEvent next() {
        ScheduledEvent first = null;
        for (int i = 0; i < waiting.size(); i++) {
            ScheduledEvent other = waiting.get(i);
            if (first == null || other.at < first.at || (other.at == first.at && other.sequence < first.sequence)) {
                first = other;
            }
        }
        return first;
    }

    void take(ScheduledEvent scheduled) {
        int place = waiting.indexOf(scheduled);
        ScheduledEvent last = waiting.remove(waiting.size() - 1);
        if (last != scheduled) {
            waiting.set(place, last);
        }
    }

    /** Those that will not happen. */
    void drop(Predicate<ScheduledEvent> lost) {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            if (lost.test(waiting.get(i))) {
                spare.add(waiting.remove(i));
            }
        }
    }

    /** It is over, and its object may be used again. */
    void release(ScheduledEvent scheduled) {
        spare.add(scheduled);
    }
}
