package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.chaos.GatewayJournal.Finding;
import dev.kakutei.chaos.PersonDice.LastAttempt;
import dev.kakutei.chaos.PersonDice.Order;
import dev.kakutei.chaos.PersonDice.Phase;
import dev.kakutei.chaos.PersonDice.Seen;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PersonDiceTest {
    private static final List<String> STATES =
            List.of("held", "verification_failed", "pending_approval", "retrying", "verifying", "sending", "succeeded");

    @Test
    void order_sameSight_isTheSameAndBySeed() {
        assertThat(orders(1, Phase.ATTACK)).isEqualTo(orders(1, Phase.ATTACK)).isNotEqualTo(orders(2, Phase.ATTACK));
    }

    @Test
    void order_manyRequests_hasEveryOrder() {
        assertThat(given(orders(1, Phase.ATTACK))).containsExactlyInAnyOrderElementsOf(EnumSet.allOf(Order.class));
    }

    /** The proof takes what a person settles for true, and a second effect for a broken promise. */
    @Test
    void order_anySight_neverContradictsTheJournal() {
        for (Seen seen : sights()) {
            for (Phase phase : Phase.values()) {
                Optional<Order> order = new PersonDice(1).order(seen, phase);
                boolean absent = seen.lastAttempt() == LastAttempt.LONG_AGO && seen.finding() == Finding.NO_EFFECT;
                if (order.isPresent()
                        && Set.of(Order.SETTLE_FAILED, Order.SEND_AGAIN_ACCEPTING)
                                .contains(order.get())) {
                    assertThat(absent).as(order + " of " + seen).isTrue();
                }
                if (order.equals(Optional.of(Order.SETTLE_SUCCEEDED))) {
                    assertThat(seen.finding()).isEqualTo(Finding.TOOK_EFFECT);
                }
            }
        }
    }

    @Test
    void order_atRest_onlyEndsThings() {
        assertThat(given(orders(1, Phase.REST)))
                .containsExactlyInAnyOrder(Order.RELEASE, Order.SETTLE_SUCCEEDED, Order.SETTLE_FAILED);
    }

    @Test
    void summary_manyVersions_getOneInAboutHalf() {
        List<PersonDice.Summary> all = IntStream.range(0, 400)
                .mapToObj(i -> new PersonDice(1).summary("chaos-1-" + i, 1))
                .toList();

        assertThat(all.stream().filter(PersonDice.Summary.ATTACH::equals).count())
                .isBetween(120L, 280L);
    }

    @Test
    void approval_manyVersions_areMostlyApprovedAndSomeReturned() {
        List<PersonDice.Approval> all = IntStream.range(0, 400)
                .mapToObj(i -> new PersonDice(1).approval("chaos-1-" + i, 1))
                .toList();
        assertThat(all.stream().filter(PersonDice.Approval.RETURN::equals).count())
                .isBetween(50L, 150L);
    }

    /** Whoever returns one version must not return them all: a request has no more than a hundred. */
    @Test
    void approval_versionAfterVersion_comesToAnEndAndIsDrawnAnew() {
        PersonDice dice = new PersonDice(1);
        List<String> returned = IntStream.range(0, 400)
                .mapToObj(i -> "chaos-1-" + i)
                .filter(key -> dice.approval(key, 1) == PersonDice.Approval.RETURN)
                .toList();
        assertThat(returned)
                .anyMatch(key -> dice.approval(key, 2) == PersonDice.Approval.RETURN)
                .anyMatch(key -> dice.approval(key, 2) == PersonDice.Approval.APPROVE)
                .allMatch(key ->
                        IntStream.range(1, 10).anyMatch(v -> dice.approval(key, v) == PersonDice.Approval.APPROVE));
    }

    private static List<Optional<Order>> orders(long seed, Phase phase) {
        return sights().stream()
                .map(seen -> new PersonDice(seed).order(seen, phase))
                .toList();
    }

    private static Set<Order> given(List<Optional<Order>> orders) {
        Set<Order> given = EnumSet.noneOf(Order.class);
        orders.forEach(order -> order.ifPresent(given::add));
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
