package dev.kakutei.chaos;

import dev.kakutei.testkit.fleet.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The attack of a seed: fault after fault, the same ones for the same seed. Pure. */
final class RandomFaults {
    /** What others wait before they give a silent process up: sessions, and the log reader's time-out. */
    static final Duration GIVEN_UP_AFTER = Duration.ofSeconds(10);

    private static final double[] OF_TIME_OUT = {0.5, 1.1, 3};
    /** On the way to a gateway: longer than its time-out, and within its settling time together with its own slowness. */
    static final Duration MAX_ON_THE_WAY = Duration.ofMillis(2_400);

    /** Of a clock, forward or back. The settling time passes twice before "not found" is believed, for the sake of this. */
    static final Duration MAX_JUMP = Duration.ofSeconds(5);

    private final Random random;
    private final List<String> ways;
    private final List<ChaosFault.Kind> kinds;
    private final List<String> brokers;

    /** @param kinds of which one is drawn each time; one that is in it twice is drawn twice as often */
    RandomFaults(long seed, List<ChaosFault.Kind> kinds, List<String> ways, List<String> brokers) {
        this.random = new Random(seed);
        this.kinds = List.copyOf(kinds);
        this.ways = List.copyOf(ways);
        this.brokers = List.copyOf(brokers);
    }

    ChaosFault next() {
        return of(kinds.get(random.nextInt(kinds.size())));
    }

    /** In one of three times one of another family than this; empty where either of them must be alone. */
    Optional<ChaosFault> beside(ChaosFault first) {
        List<ChaosFault.Kind> others = kinds.stream()
                .filter(kind -> kind.family() != first.kind().family())
                .filter(ChaosFault.Kind::mayOverlap)
                .toList();
        if (random.nextInt(3) != 0 || others.isEmpty() || !first.kind().mayOverlap()) {
            return Optional.empty();
        }
        return Optional.of(of(others.get(random.nextInt(others.size()))));
    }

    Duration pause() {
        return millis(300, 3_000);
    }

    private ChaosFault of(ChaosFault.Kind kind) {
        return switch (kind) {
            case KILL, STOP_IN_ORDER -> new ChaosFault(kind, role(), millis(0, 3_000));
            case FREEZE ->
                new ChaosFault(kind, role(), Duration.ofMillis((long)
                        (OF_TIME_OUT[random.nextInt(OF_TIME_OUT.length)] * GIVEN_UP_AFTER.toMillis())));
            case POSITION_LOST ->
                new ChaosFault(
                        kind,
                        GatewayFaultPlan.NAMES.get(random.nextInt(GatewayFaultPlan.NAMES.size())),
                        millis(0, 3_000));
            case POSTGRES_CRASH -> new ChaosFault(kind, "postgres", millis(0, 4_000));
            case POSTGRES_DISK_FULL -> new ChaosFault(kind, "postgres", millis(2_000, 6_000));
            case POSTGRES_BACKENDS_KILLED -> new ChaosFault(kind, "postgres", Duration.ZERO);
            case BROKER_KILL -> new ChaosFault(kind, broker(), millis(500, 6_000));
            case BROKER_FREEZE -> new ChaosFault(kind, broker(), millis(1_000, 12_000));
            case TWO_BROKERS_AWAY -> new ChaosFault(kind, broker(), millis(2_000, 8_000));
            case TAIL_LOST -> new ChaosFault(kind, "kafka", millis(0, 4_000), Duration.ZERO, random.nextLong());
            case RESET, HALF_CLOSE -> new ChaosFault(kind, way(), Duration.ZERO);
            case RESET_NEW -> new ChaosFault(kind, way(), millis(500, 4_000));
            case BLACK_HOLE, HOLD_ANSWERS -> held(kind, way());
            case DELAY -> new ChaosFault(kind, way(), millis(2_000, 6_000));
            case CLOCK_JUMP -> new ChaosFault(kind, role(), millis(1_000, 8_000), jump(), 0);
        };
    }

    /** A gateway answers for what lies on the way to it for so long and no longer; no other fault needs that. */
    private ChaosFault held(ChaosFault.Kind kind, String way) {
        Duration length = millis(500, 14_000);
        boolean gateway = way.endsWith("gateway");
        return new ChaosFault(kind, way, gateway && length.compareTo(MAX_ON_THE_WAY) > 0 ? MAX_ON_THE_WAY : length);
    }

    private Duration jump() {
        Duration by = millis(500, (int) MAX_JUMP.toMillis());
        return random.nextBoolean() ? by : by.negated();
    }

    private String role() {
        return Role.values()[random.nextInt(Role.values().length)].command();
    }

    private String broker() {
        return brokers.get(random.nextInt(brokers.size()));
    }

    private String way() {
        return ways.get(random.nextInt(ways.size()));
    }

    private Duration millis(int least, int most) {
        return Duration.ofMillis(least + random.nextInt(most - least + 1));
    }
}
