package dev.kakutei.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is going to happen, in the order of time; at the same moment, in the order in which it was entered. Worlds are
 * small, so looking through all of it is quicker than keeping it sorted.
 */
final class Agenda {
    private final List<Happening> waiting = new ArrayList<>();
    private final List<Happening> spare = new ArrayList<>();
    private int entered;

    void clear() {
        spare.addAll(waiting);
        waiting.clear();
        entered = 0;
    }

    Happening add(Happening.Kind kind, long at, Life life) {
        Happening happening = spare.isEmpty() ? new Happening() : spare.remove(spare.size() - 1);
        happening.kind = kind;
        happening.at = at;
        happening.action = entered++;
        happening.life = life;
        happening.post = null;
        happening.what = null;
        happening.number = 0;
        happening.recovery = 0;
        waiting.add(happening);
        return happening;
    }

    Happening add(Happening.Kind kind, long at, Post post) {
        Happening happening = add(kind, at, post.life);
        happening.post = post;
        return happening;
    }

    /** The next one; null where nothing waits. It stays until it is {@link #take taken}. */
    Happening next() {
        Happening first = null;
        for (int i = 0; i < waiting.size(); i++) {
            Happening other = waiting.get(i);
            if (first == null || other.at < first.at || (other.at == first.at && other.action < first.action)) {
                first = other;
            }
        }
        return first;
    }

    void take(Happening happening) {
        int place = waiting.indexOf(happening);
        Happening last = waiting.remove(waiting.size() - 1);
        if (last != happening) {
            waiting.set(place, last);
        }
    }

    /** Those that will not happen. */
    void drop(Predicate<Happening> lost) {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            if (lost.test(waiting.get(i))) {
                spare.add(waiting.remove(i));
            }
        }
    }

    /** It is over, and its object may be used again. */
    void release(Happening happening) {
        spare.add(happening);
    }
}
