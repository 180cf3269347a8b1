package dev.kakutei.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RandomFaultsTest {
    private static final List<ChaosFault.Kind> ALL = List.of(ChaosFault.Kind.values());

    @Test
    void next_sameSeed_sameAttackAndOtherSeedAnother() {
        assertThat(attack(7)).isEqualTo(attack(7)).isNotEqualTo(attack(8));
    }

    @Test
    void next_longEnough_hasEveryKindAndKeepsWhatTheGatewayAnswersFor() {
        List<ChaosFault> attack = attack(1);
        assertThat(attack.stream().map(ChaosFault::kind)).containsAll(EnumSet.allOf(ChaosFault.Kind.class));
        assertThat(attack.stream()
                        .filter(fault -> fault.target().equals("sender-gateway"))
                        .filter(fault -> fault.kind() == ChaosFault.Kind.BLACK_HOLE))
                .isNotEmpty()
                .allSatisfy(fault -> assertThat(fault.length()).isLessThanOrEqualTo(RandomFaults.MAX_ON_THE_WAY));
    }

    @Test
    void next_clockJumps_goForwardAndBackWithinTheMaximum() {
        List<ChaosFault> jumps = attack(1).stream()
                .filter(fault -> fault.kind() == ChaosFault.Kind.CLOCK_JUMP)
                .toList();
        assertThat(jumps)
                .anyMatch(fault -> fault.jump().isNegative())
                .anyMatch(fault -> !fault.jump().isNegative());
        assertThat(jumps).allSatisfy(fault -> {
            assertThat(fault.jump().abs()).isBetween(java.time.Duration.ofMillis(500), RandomFaults.MAX_JUMP);
            assertThat(fault.length()).isPositive();
        });
    }

    @Test
    void next_tailsLost_loseSomethingElseEachTime() {
        List<ChaosFault> losses = attack(1).stream()
                .filter(fault -> fault.kind() == ChaosFault.Kind.TAIL_LOST)
                .toList();
        assertThat(losses.stream().map(ChaosFault::draw)).hasSizeGreaterThan(10).doesNotHaveDuplicates();
    }

    @Test
    void beside_any_isOfAnotherFamilyInOneOfThree() {
        RandomFaults dice = dice(3);
        int pairs = 0;
        for (int i = 0; i < 900; i++) {
            ChaosFault first = dice.next();
            Optional<ChaosFault> beside = dice.beside(first);
            beside.ifPresent(second ->
                    assertThat(second.kind().family()).isNotEqualTo(first.kind().family()));
            pairs += beside.isPresent() ? 1 : 0;
        }
        assertThat(pairs).isBetween(200, 400);
    }

    @Test
    void beside_tailLost_isAlwaysAlone() {
        RandomFaults dice = dice(5);
        for (int i = 0; i < 900; i++) {
            ChaosFault first = dice.next();
            Optional<ChaosFault> beside = dice.beside(first);
            assertThat(beside.filter(second -> second.kind() == ChaosFault.Kind.TAIL_LOST))
                    .isEmpty();
            if (first.kind() == ChaosFault.Kind.TAIL_LOST) {
                assertThat(beside).isEmpty();
            }
        }
    }

    @Test
    void beside_oneKindAlone_isNone() {
        RandomFaults dice = new RandomFaults(1, List.of(ChaosFault.Kind.TAIL_LOST), List.of(), List.of());
        for (int i = 0; i < 50; i++) {
            assertThat(dice.beside(dice.next())).isEmpty();
        }
    }

    private static List<ChaosFault> attack(long seed) {
        return Stream.generate(dice(seed)::next).limit(1_000).toList();
    }

    private static RandomFaults dice(long seed) {
        return new RandomFaults(
                seed, ALL, List.of("sender-gateway", "relay-postgres"), List.of("broker-1", "broker-2"));
    }
}
