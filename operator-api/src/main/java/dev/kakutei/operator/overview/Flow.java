package dev.kakutei.operator.overview;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Status;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * How many requests are in each state, and how many came into it lately.
 *
 * @param at when it was queried
 * @param there how many are in each state; every state is in it
 * @param cameLately how many came into each state in the last minute
 * @param openAlerts how many alerts are not resolved; empty where they are not stored
 * @param oldestOpenAt when the oldest request was accepted that is not settled; empty where there is none
 */
public record Flow(
        Instant at,
        Map<Status, Long> there,
        Map<Status, Long> cameLately,
        Optional<Instant> oldestOpenAt,
        OptionalLong openAlerts) {
    static final int SECONDS = 60;

    public Flow {
        requireNonNull(at, "at");
        requireNonNull(oldestOpenAt, "oldestOpenAt");
        requireNonNull(openAlerts, "openAlerts");
        there = complete(there);
        cameLately = complete(cameLately);
    }

    public long count(Predicate<Status> which) {
        return there.entrySet().stream()
                .filter(one -> which.test(one.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    public double acceptedPerSecond() {
        return (double) cameLately.get(Status.ACCEPTED) / SECONDS;
    }

    public double settledPerSecond() {
        return (double) cameLately.entrySet().stream()
                        .filter(one -> one.getKey().terminal())
                        .mapToLong(Map.Entry::getValue)
                        .sum()
                / SECONDS;
    }

    private static Map<Status, Long> complete(Map<Status, Long> some) {
        Map<Status, Long> all = new EnumMap<>(Status.class);
        for (Status status : Status.values()) {
            all.put(status, some.getOrDefault(status, 0L));
        }
        return Collections.unmodifiableMap(all);
    }
}
