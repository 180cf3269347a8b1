package dev.kakutei.boot.clearance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Clearance;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** SPEC H3: nothing is done without a comparison that began after the question. */
class ClearanceStateTest {
    private static final String ME = "sender-1";

    private final ClearanceState state = new ClearanceState(ME);

    @Test
    void withoutAnAnswer_nothingIsCovered() {
        long request = state.ask();

        assertThat(state.open()).isEqualTo(request);
        assertThat(state.covers(request, 0)).isFalse();
        assertThat(state.recovery()).isEmpty();
        assertThat(state.halted()).isEmpty();
    }

    @Test
    void cleared_coversTheRequestAndAllBeforeIt_andNoneAfterIt() {
        long first = state.ask();
        long second = state.ask();
        state.receive(cleared(ME, second, 0));
        long third = state.ask();

        assertThat(state.covers(first, 0)).isTrue();
        assertThat(state.covers(second, 0)).isTrue();
        assertThat(state.covers(third, 0)).isFalse();
        assertThat(state.open()).isEqualTo(third);
    }

    @Test
    void anotherInstancesAnswer_clearsNoOtherInstance() {
        long request = state.ask();

        assertThat(state.receive(cleared("sender-2", request, 0))).isFalse();
        assertThat(state.covers(request, 0)).isFalse();
    }

    @Test
    void answerToARequestThatWasNeverMade_isNoAnswer() {
        long request = state.ask();

        assertThat(state.receive(cleared(ME, request + 1, 0))).isFalse();
        assertThat(state.covers(request, 0)).isFalse();
    }

    @Test
    void halt_whoeverAsked_takesEveryClearanceBack() {
        long request = state.ask();
        state.receive(cleared(ME, request, 0));

        assertThat(state.receive(halted(null, 0))).isTrue();

        assertThat(state.covers(request, 0)).isFalse();
        assertThat(state.recovery()).isEmpty();
        assertThat(state.halted()).contains("lost");
        assertThat(state.open()).isGreaterThan(request);
    }

    /** It was on its way when the halt came, and knows nothing of it. */
    @Test
    void halt_thenAnAnswerFromBefore_clearsNothing() {
        long request = state.ask();
        state.receive(halted("sender-2", 7));

        state.receive(cleared(ME, request, 0));

        assertThat(state.covers(request, 0)).isFalse();
        assertThat(state.halted()).isPresent();
    }

    @Test
    void halt_thenARecovery_coversUnderItAlone() {
        long request = state.ask();
        state.receive(cleared(ME, request, 0));
        state.receive(halted(null, 0));

        state.receive(cleared(ME, state.open(), 1));

        assertThat(state.recovery()).isEqualTo(OptionalInt.of(1));
        assertThat(state.halted()).isEmpty();
        assertThat(state.covers(request, 0)).as("the positions from before").isFalse();
        assertThat(state.covers(request, 1)).isTrue();
    }

    private static Clearance cleared(String instance, long number, int recovery) {
        return new Clearance(instance, number, Clearance.Verdict.CLEARED, recovery, null, "ingest-1", Instant.EPOCH);
    }

    private static Clearance halted(String instance, long number) {
        return new Clearance(instance, number, Clearance.Verdict.HALTED, 0, "lost", "ingest-1", Instant.EPOCH);
    }
}
