package dev.kakutei.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The scripts in force. Those for a reference come first, then those for a key, then the general ones; within each,
 * the oldest that matches and has a step left. Not safe for several threads: the desk's lock guards it.
 */
final class ScriptBook {
    static final int MOST_SCRIPTS = 100_000;

    private final Map<String, List<Running>> byReference = new HashMap<>();
    private final Map<String, List<Running>> byKey = new HashMap<>();
    private final List<Running> general = new ArrayList<>();
    private int size;

    void add(List<Script> more) {
        if (size + more.size() > MOST_SCRIPTS) {
            throw new IllegalArgumentException("more than " + MOST_SCRIPTS + " scripts; clear some");
        }
        size += more.size();
        more.forEach(script -> listOf(script).add(new Running(script)));
    }

    private List<Running> listOf(Script script) {
        if (script.reference() != null) {
            return byReference.computeIfAbsent(script.reference(), r -> new ArrayList<>());
        }
        if (script.key() != null) {
            return byKey.computeIfAbsent(script.key(), k -> new ArrayList<>());
        }
        return general;
    }

    /** Takes the step for this request, if a script has one. */
    Optional<Behaviour> next(Occasion occasion, Subject subject, String key, int nth) {
        return take(byReference.get(subject.reference()), occasion, subject, key, nth)
                .or(() -> key == null ? Optional.empty() : take(byKey.get(key), occasion, subject, key, nth))
                .or(() -> take(general, occasion, subject, key, nth));
    }

    private Optional<Behaviour> take(List<Running> scripts, Occasion on, Subject subject, String key, int nth) {
        if (scripts == null) {
            return Optional.empty();
        }
        for (Iterator<Running> each = scripts.iterator(); each.hasNext(); ) {
            Running running = each.next();
            if (running.script.matches(on, subject, key, nth)) {
                Behaviour step = running.step();
                if (running.usedUp()) {
                    each.remove();
                    size--;
                }
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }

    int size() {
        return size;
    }

    void clear() {
        byReference.clear();
        byKey.clear();
        general.clear();
        size = 0;
    }

    private static final class Running {
        private final Script script;
        private int taken;

        Running(Script script) {
            this.script = script;
        }

        Behaviour step() {
            int last = script.steps().size() - 1;
            return script.steps().get(Math.min(taken++, last));
        }

        boolean usedUp() {
            return script.after() == Script.After.STOP
                    && taken >= script.steps().size();
        }
    }
}
