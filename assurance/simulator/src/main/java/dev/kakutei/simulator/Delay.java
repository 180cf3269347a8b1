package dev.kakutei.simulator;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * A length of time in whole milliseconds: fixed ({@code 250}), uniform ({@code {"min_ms":100,"max_ms":900}}) or
 * exponential with a cap ({@code {"mean_ms":200,"max_ms":5000}}).
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Delay(Long minMs, Long meanMs, Long maxMs) {
    /** The longest delay; the server's own idle limit is above it. */
    public static final Duration LONGEST = Duration.ofMinutes(10);

    public static final Delay NONE = fixed(Duration.ZERO);

    @JsonCreator
    public Delay(
            @JsonProperty("min_ms") Long minMs,
            @JsonProperty("mean_ms") Long meanMs,
            @JsonProperty("max_ms") Long maxMs) {
        this.minMs = minMs;
        this.meanMs = meanMs;
        this.maxMs = maxMs;
        if (maxMs == null || (minMs == null) == (meanMs == null)) {
            throw new IllegalArgumentException("a delay has max_ms, and either min_ms or mean_ms");
        }
        long least = minMs == null ? meanMs : minMs;
        if (least < 0 || least > maxMs || maxMs > LONGEST.toMillis()) {
            throw new IllegalArgumentException("a delay lies between 0 and " + LONGEST.toMillis() + " ms, in order");
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Delay ofMillis(long millis) {
        return new Delay(millis, null, millis);
    }

    public static Delay fixed(Duration length) {
        return ofMillis(length.toMillis());
    }

    public static Delay uniform(Duration min, Duration max) {
        return new Delay(min.toMillis(), null, max.toMillis());
    }

    public static Delay exponential(Duration mean, Duration cap) {
        return new Delay(null, mean.toMillis(), cap.toMillis());
    }

    Duration sample(Draw draw) {
        if (minMs != null) {
            return Duration.ofMillis(minMs + (long) (draw.next() * (maxMs - minMs + 1)));
        }
        double exponential = -Math.log(1 - draw.next()) * meanMs;
        return Duration.ofMillis((long) Math.min(exponential, maxMs));
    }
}
