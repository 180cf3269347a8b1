package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.simulator.JournalEntry;
import dev.kakutei.simulator.JournalFile;
import dev.kakutei.testkit.PromiseViolation;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the gateway's own journal: what really happened there, whatever we believe. */
final class SimulatorJournal {
    private final List<JournalEntry> journal;

    SimulatorJournal(Path data) {
        journal = JournalFile.read(data.resolve("simulator").resolve(JournalFile.NAME));
    }

    /** How often each reference took effect. */
    Map<String, Integer> applied() {
        return counted(JournalEntry.Type.APPLIED);
    }

    /** How often each reference was posted. */
    Map<String, Integer> posts() {
        return counted(JournalEntry.Type.RECEIVED);
    }

    /** How many posts were closed upon without an answer. */
    int dropped() {
        return counted(JournalEntry.Type.DROPPED).size();
    }

    /** Exactly these took effect, each once. */
    void assertEachAppliedOnce(Collection<String> requestIds) {
        Map<String, Integer> applied = applied();
        PromiseViolation.unless(() -> {
            assertThat(applied.keySet()).containsExactlyInAnyOrderElementsOf(requestIds);
            assertThat(applied)
                    .allSatisfy((reference, times) ->
                            assertThat(times).as(reference).isEqualTo(1));
        });
    }

    /** SPEC D6: no attempt is posted twice by Kakutei itself. */
    void assertNoAttemptPostedTwice() {
        Map<String, Integer> posts = new HashMap<>();
        for (JournalEntry entry : journal) {
            if (entry.type() == JournalEntry.Type.RECEIVED) {
                posts.merge(entry.reference() + "#" + entry.attempt(), 1, Integer::sum);
            }
        }
        PromiseViolation.unless(() -> assertThat(posts)
                .allSatisfy((attempt, times) -> assertThat(times).as(attempt).isEqualTo(1)));
    }

    private Map<String, Integer> counted(JournalEntry.Type type) {
        Map<String, Integer> counts = new HashMap<>();
        for (JournalEntry entry : journal) {
            if (entry.type() == type) {
                counts.merge(entry.reference(), 1, Integer::sum);
            }
        }
        return counts;
    }
}
