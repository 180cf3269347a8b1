package dev.kakutei.simulator;

import java.util.List;

/** Questions that tests ask of a journal. */
final class Journals {
    private Journals() {}

    static List<JournalEntry> of(Simulator simulator, String reference) {
        return simulator.journal().stream()
                .filter(e -> e.reference().equals(reference))
                .toList();
    }

    static List<JournalEntry.Type> types(Simulator simulator, String reference) {
        return of(simulator, reference).stream().map(JournalEntry::type).toList();
    }

    static long count(Simulator simulator, String reference, JournalEntry.Type type) {
        return types(simulator, reference).stream().filter(t -> t == type).count();
    }
}
