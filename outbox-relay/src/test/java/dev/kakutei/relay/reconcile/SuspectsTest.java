package dev.kakutei.relay.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** SPEC B5: who is announced again, and how often. */
class SuspectsTest {
    private static final Instant NOW = Instant.parse("2026-05-06T07:08:09Z");
    private static final UUID A = new UUID(0, 1);
    private static final UUID B = new UUID(0, 2);
    private static final UUID C = new UUID(0, 3);

    private final Suspects suspects = new Suspects(2);

    @Test
    void due_found_isAnnouncedOnceAndThenLeftAloneForEverLonger() {
        suspects.add(List.of(A), NOW);
        Instant at = NOW;
        for (long minutes : new long[] {10, 20, 40, 80, 160, 320, 640, 640, 640}) {
            assertThat(suspects.due(at, 10)).containsExactly(A);
            suspects.announced(List.of(A), at);
            Duration pause = Duration.ofMinutes(minutes);
            assertThat(suspects.due(at.plus(pause).minusMillis(1), 10)).isEmpty();
            at = at.plus(pause);
        }
    }

    @Test
    void add_knownAlready_doesNotStartAgain() {
        suspects.add(List.of(A), NOW);
        suspects.announced(List.of(A), NOW);
        suspects.add(List.of(A), NOW);

        assertThat(suspects.due(NOW, 10)).isEmpty();
    }

    @Test
    void keepOnly_progressSeen_removesTheOthers() {
        suspects.add(List.of(A, B), NOW);
        suspects.keepOnly(List.of(B));

        assertThat(suspects.open()).containsExactly(B);
        assertThat(suspects.full()).isFalse();
    }

    @Test
    void add_beyondTheBound_isNotRemembered() {
        suspects.add(List.of(A, B, C), NOW);

        assertThat(suspects.full()).isTrue();
        assertThat(suspects.due(NOW, 10)).containsExactly(A, B);
        assertThat(suspects.due(NOW, 1)).containsExactly(A);
    }

    @Test
    void due_clockJumpsByYears_announcesAtMostOnceMore() {
        suspects.add(List.of(A), NOW);
        suspects.announced(List.of(A), NOW);
        Instant later = NOW.plus(Duration.ofDays(3650));

        assertThat(suspects.due(later, 10)).containsExactly(A);
        suspects.announced(List.of(A), later);
        assertThat(suspects.due(later, 10)).isEmpty();
        assertThat(suspects.due(NOW.minus(Duration.ofDays(3650)), 10)).isEmpty();
    }
}
