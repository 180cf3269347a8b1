package dev.kakutei.schemas.gateway;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;

/** Reads how much a gateway is asked at once (SPEC D7). */
final class LimitsReader {
    static final int CONCURRENCY = 4;
    static final int BREAKER_OF = 20;
    static final Duration BREAKER_OPEN_FOR = Duration.ofSeconds(30);
    static final int BREAKER_PROBES = 2;

    private LimitsReader() {}

    static Limits read(Section section) {
        return new Limits(section.integer("concurrency", CONCURRENCY, 1, 10_000), rate(section), breaker(section));
    }

    private static Limits.Rate rate(Section parent) {
        if (!parent.has("rate")) {
            return null;
        }
        Section section = parent.section("rate");
        Optional<BigDecimal> perSecond = section.decimal("per_second", "0.001", "100000");
        if (perSecond.isEmpty() && !section.has("per_second")) {
            section.mistake("per_second", "is missing: how many calls a second may begin");
        }
        // a second's worth, and never less than the one call that is to be made
        int second = perSecond
                .map(number -> number.setScale(0, RoundingMode.CEILING).intValueExact())
                .orElse(1);
        int burst = section.integer("burst", second, 1, 100_000);
        section.refuseUnknown();
        return perSecond
                .map(number -> new Limits.Rate(number.doubleValue(), burst))
                .orElse(null);
    }

    /** Also where the file does not name it: leaving a failing gateway alone is the default. Null where it is turned off. */
    private static Limits.Breaker breaker(Section parent) {
        Section section = parent.section("breaker");
        boolean enabled = section.flag("enabled", true);
        int of = section.integer("of", BREAKER_OF, 1, 1000);
        int failures = section.integer("failures", (of + 1) / 2, 1, 1000);
        Limits.Breaker breaker = new Limits.Breaker(
                failures,
                of,
                section.duration("open_for", BREAKER_OPEN_FOR, Duration.ofMillis(100), Duration.ofHours(1)),
                section.integer("probes", BREAKER_PROBES, 1, 100));
        section.refuseUnknown();
        if (failures > of) {
            section.mistake("failures", "there cannot be " + failures + " failures among the last " + of + " calls");
        }
        return enabled ? breaker : null;
    }
}
