package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultDiceTest {
    private static final List<Fault.Kind> ALL = List.of(Fault.Kind.values());

    @Test
    void next_sameSeed_sameAttackAndOtherSeedAnother() {
        assertThat(attack(7)).isEqualTo(attack(7)).isNotEqualTo(attack(8));
    }

    @Test
    void next_longEnough_hasEveryKindAndKeepsWhatTheGatewayAnswersFor() {
        List<Fault> attack = attack(1);
        assertThat(attack.stream().map(Fault::kind)).containsAll(EnumSet.allOf(Fault.Kind.class));
        assertThat(attack.stream()
                        .filter(fault -> fault.target().equals("sender-gateway"))
                        .filter(fault -> fault.kind() == Fault.Kind.BLACK_HOLE))
                .isNotEmpty()
                .allSatisfy(fault -> assertThat(fault.length()).isLessThanOrEqualTo(FaultDice.MOST_ON_THE_WAY));
    }

    @Test
    void next_clockJumps_goForwardAndBackWithinTheMost() {
        List<Fault> jumps = attack(1).stream()
                .filter(fault -> fault.kind() == Fault.Kind.CLOCK_JUMP)
                .toList();
        assertThat(jumps)
                .anyMatch(fault -> fault.jump().isNegative())
                .anyMatch(fault -> !fault.jump().isNegative());
        assertThat(jumps).allSatisfy(fault -> {
            assertThat(fault.jump().abs()).isBetween(java.time.Duration.ofMillis(500), FaultDice.MOST_JUMP);
            assertThat(fault.length()).isPositive();
        });
    }

    @Test
    void next_tailsLost_loseSomethingElseEachTime() {
        List<Fault> losses = attack(1).stream()
                .filter(fault -> fault.kind() == Fault.Kind.TAIL_LOST)
                .toList();
        assertThat(losses.stream().map(Fault::draw)).hasSizeGreaterThan(10).doesNotHaveDuplicates();
    }

    @Test
    void beside_any_isOfAnotherFamilyInOneOfThree() {
        FaultDice dice = dice(3);
        int pairs = 0;
        for (int i = 0; i < 900; i++) {
            Fault first = dice.next();
            Optional<Fault> beside = dice.beside(first);
            beside.ifPresent(second ->
                    assertThat(second.kind().family()).isNotEqualTo(first.kind().family()));
            pairs += beside.isPresent() ? 1 : 0;
        }
        assertThat(pairs).isBetween(200, 400);
    }

    @Test
    void beside_tailLost_isAlwaysAlone() {
        FaultDice dice = dice(5);
        for (int i = 0; i < 900; i++) {
            Fault first = dice.next();
            Optional<Fault> beside = dice.beside(first);
            assertThat(beside.filter(second -> second.kind() == Fault.Kind.TAIL_LOST))
                    .isEmpty();
            if (first.kind() == Fault.Kind.TAIL_LOST) {
                assertThat(beside).isEmpty();
            }
        }
    }

    @Test
    void beside_oneKindAlone_isNone() {
        FaultDice dice = new FaultDice(1, List.of(Fault.Kind.TAIL_LOST), List.of(), List.of());
        for (int i = 0; i < 50; i++) {
            assertThat(dice.beside(dice.next())).isEmpty();
        }
    }

    private static List<Fault> attack(long seed) {
        return Stream.generate(dice(seed)::next).limit(1_000).toList();
    }

    private static FaultDice dice(long seed) {
        return new FaultDice(seed, ALL, List.of("sender-gateway", "relay-postgres"), List.of("broker-1", "broker-2"));
    }
}
