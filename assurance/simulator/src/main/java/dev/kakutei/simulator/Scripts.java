package dev.kakutei.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The scripts in force. Those for a reference come first, then those for a key, then the general ones; within each,
 * the oldest that matches and has a step left. Not safe for several threads: the {@link RequestProcessor}'s lock
 * guards it.
 */
final class Scripts {
    static final int MAX_SCRIPTS = 100_000;

    private final Map<String, List<ScriptProgress>> byReference = new HashMap<>();
    private final Map<String, List<ScriptProgress>> byKey = new HashMap<>();
    private final List<ScriptProgress> general = new ArrayList<>();
    private int size;

    void add(List<Script> more) {
        if (size + more.size() > MAX_SCRIPTS) {
            throw new IllegalArgumentException("more than " + MAX_SCRIPTS + " scripts; clear some");
        }
        size += more.size();
        more.forEach(script -> listOf(script).add(new ScriptProgress(script)));
    }

    private List<ScriptProgress> listOf(Script script) {
        if (script.reference() != null) {
            return byReference.computeIfAbsent(script.reference(), r -> new ArrayList<>());
        }
        if (script.key() != null) {
            return byKey.computeIfAbsent(script.key(), k -> new ArrayList<>());
        }
        return general;
    }

    /** Takes the step for this request, if a script has one. */
    Optional<Behaviour> next(CallType callType, Subject subject, String key, int nth) {
        return take(byReference.get(subject.reference()), callType, subject, key, nth)
                .or(() -> key == null ? Optional.empty() : take(byKey.get(key), callType, subject, key, nth))
                .or(() -> take(general, callType, subject, key, nth));
    }

    private Optional<Behaviour> take(List<ScriptProgress> scripts, CallType on, Subject subject, String key, int nth) {
        if (scripts == null) {
            return Optional.empty();
        }
        for (Iterator<ScriptProgress> each = scripts.iterator(); each.hasNext(); ) {
            ScriptProgress progress = each.next();
            if (progress.script.matches(on, subject, key, nth)) {
                Behaviour step = progress.step();
                if (progress.usedUp()) {
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

    private static final class ScriptProgress {
        private final Script script;
        private int taken;

        ScriptProgress(Script script) {
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
