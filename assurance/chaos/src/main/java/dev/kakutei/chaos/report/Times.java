package dev.kakutei.chaos.report;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Some times in milliseconds, in order. */
record Times(List<Long> sorted) {
    Times {
        sorted = sorted.stream().sorted().toList();
    }

    static Times of(Collection<Long> millis) {
        return new Times(List.copyOf(millis));
    }

    boolean none() {
        return sorted.isEmpty();
    }

    /** The least time that so many in a hundred did not exceed. */
    long percentile(int inHundred) {
        int rank = (int) Math.ceil(sorted.size() * inHundred / 100.0);
        return sorted.get(Math.max(1, rank) - 1);
    }

    /** Median, 90th percentile and worst, in seconds. */
    String words() {
        return none()
                ? "–"
                : "%s / %s / %s".formatted(seconds(percentile(50)), seconds(percentile(90)), seconds(percentile(100)));
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f", millis / 1000.0);
    }
}
