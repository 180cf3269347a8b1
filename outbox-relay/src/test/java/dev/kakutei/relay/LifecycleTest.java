package dev.kakutei.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.boot.thread.GrowingPause;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LifecycleTest {
    private final Lifecycle lifecycle = new Lifecycle();

    @ParameterizedTest
    @EnumSource(RelayState.class)
    void next_anyStateButStopped_canBeStopped(RelayState state) {
        assertThat(state.next().contains(RelayState.STOPPED)).isEqualTo(state != RelayState.STOPPED);
    }

    @ParameterizedTest
    @EnumSource(RelayState.class)
    void next_capturing_isReachedFromStartingOnly(RelayState state) {
        assertThat(state.next().contains(RelayState.CAPTURING)).isEqualTo(state == RelayState.STARTING);
    }

    @Test
    void move_afterStopped_isDeniedAndChangesNothing() {
        lifecycle.move(RelayState.STOPPED, "closed");

        assertThat(lifecycle.move(RelayState.STARTING, "late")).isFalse();
        assertThat(lifecycle.now()).isEqualTo(new Lifecycle.Snapshot(RelayState.STOPPED, "closed"));
    }

    @Test
    void move_afterRefused_onlyStops() {
        lifecycle.move(RelayState.REFUSED, "slot lost");

        assertThat(lifecycle.move(RelayState.STARTING, "again")).isFalse();
        assertThat(lifecycle.move(RelayState.STOPPED, "closed")).isTrue();
    }

    @Test
    void move_notInTheTable_isABug() {
        assertThatThrownBy(() -> lifecycle.move(RelayState.CAPTURING, "at once"))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void move_sameState_takesTheNewReason() {
        lifecycle.move(RelayState.AWAITING_KAFKA, "one");
        lifecycle.move(RelayState.AWAITING_KAFKA, "two");

        assertThat(lifecycle.now().reason()).isEqualTo("two");
    }

    @Test
    void backoff_manySteps_doublesToItsLimitAndRestartsAfterReset() {
        GrowingPause backoff = new GrowingPause(Duration.ofMillis(100), Duration.ofMillis(350));

        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(100));
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(200));
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(350));
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(350));
        backoff.reset();
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(100));
    }
}
