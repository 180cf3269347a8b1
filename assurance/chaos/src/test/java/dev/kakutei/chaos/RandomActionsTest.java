package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.chaos.GatewayJournal.Finding;
import dev.kakutei.chaos.RandomActions.Action;
import dev.kakutei.chaos.RandomActions.LastAttempt;
import dev.kakutei.chaos.RandomActions.Phase;
import dev.kakutei.chaos.RandomActions.Seen;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomActionsTest {
    private static final List<String> STATES =
            List.of("held", "verification_failed", "pending_approval", "retrying", "verifying", "sending", "succeeded");

    @Test
    void action_sameSight_isTheSameAndBySeed() {
        assertThat(actions(1, Phase.ATTACK)).isEqualTo(actions(1, Phase.ATTACK)).isNotEqualTo(actions(2, Phase.ATTACK));
    }

    @Test
    void action_manyRequests_hasEveryAction() {
        assertThat(given(actions(1, Phase.ATTACK))).containsExactlyInAnyOrderElementsOf(EnumSet.allOf(Action.class));
    }

    /** The proof takes what a person settles for true, and a second effect for a broken promise. */
    @Test
    void action_anySight_neverContradictsTheJournal() {
        for (Seen seen : sights()) {
            for (Phase phase : Phase.values()) {
                Optional<Action> action = new RandomActions(1).action(seen, phase);
                boolean absent = seen.lastAttempt() == LastAttempt.LONG_AGO && seen.finding() == Finding.NO_EFFECT;
                if (action.isPresent()
                        && Set.of(Action.SETTLE_FAILED, Action.SEND_AGAIN_ACCEPTING)
                                .contains(action.get())) {
                    assertThat(absent).as(action + " of " + seen).isTrue();
                }
                if (action.equals(Optional.of(Action.SETTLE_SUCCEEDED))) {
                    assertThat(seen.finding()).isEqualTo(Finding.TOOK_EFFECT);
                }
            }
        }
    }

    @Test
    void action_atRest_onlyEndsThings() {
        assertThat(given(actions(1, Phase.REST)))
                .containsExactlyInAnyOrder(Action.RELEASE, Action.SETTLE_SUCCEEDED, Action.SETTLE_FAILED);
    }

    @Test
    void summary_manyVersions_getOneInAboutHalf() {
        List<RandomActions.Summary> all = IntStream.range(0, 400)
                .mapToObj(i -> new RandomActions(1).summary("chaos-1-" + i, 1))
                .toList();

        assertThat(all.stream().filter(RandomActions.Summary.ATTACH::equals).count())
                .isBetween(120L, 280L);
    }

    @Test
    void approval_manyVersions_areMostlyApprovedAndSomeReturned() {
        List<RandomActions.Approval> all = IntStream.range(0, 400)
                .mapToObj(i -> new RandomActions(1).approval("chaos-1-" + i, 1))
                .toList();
        assertThat(all.stream().filter(RandomActions.Approval.RETURN::equals).count())
                .isBetween(50L, 150L);
    }

    /** Whoever returns one version must not return them all: a request has no more than a hundred. */
    @Test
    void approval_versionAfterVersion_endsAndIsDrawnAgain() {
        RandomActions dice = new RandomActions(1);
        List<String> returned = IntStream.range(0, 400)
                .mapToObj(i -> "chaos-1-" + i)
                .filter(key -> dice.approval(key, 1) == RandomActions.Approval.RETURN)
                .toList();
        assertThat(returned)
                .anyMatch(key -> dice.approval(key, 2) == RandomActions.Approval.RETURN)
                .anyMatch(key -> dice.approval(key, 2) == RandomActions.Approval.APPROVE)
                .allMatch(key ->
                        IntStream.range(1, 10).anyMatch(v -> dice.approval(key, v) == RandomActions.Approval.APPROVE));
    }

    private static List<Optional<Action>> actions(long seed, Phase phase) {
        return sights().stream()
                .map(seen -> new RandomActions(seed).action(seen, phase))
                .toList();
    }

    private static Set<Action> given(List<Optional<Action>> actions) {
        Set<Action> given = EnumSet.noneOf(Action.class);
        actions.forEach(action -> action.ifPresent(given::add));
        return given;
    }

    private static List<Seen> sights() {
        List<Seen> sights = new java.util.ArrayList<>();
        for (String state : STATES) {
            for (LastAttempt last : LastAttempt.values()) {
                for (Finding finding : Finding.values()) {
                    for (int number = 0; number < 60; number++) {
                        sights.add(new Seen("chaos-1-" + number, state, number, last, finding));
                    }
                }
            }
        }
        return sights;
    }
}
