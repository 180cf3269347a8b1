package dev.kakutei.operator.search;

import static java.util.Objects.requireNonNull;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.RequestId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What was found, newest first.
 *
 * @param next where the next page begins; empty when everything was looked at
 * @param cut whether the page ends because enough rows were looked at, and not because it is full
 */
public record SearchPage(List<Entry> requests, Optional<Cursor> next, boolean cut) {
    static final SearchPage EMPTY = new SearchPage(List.of(), Optional.empty(), false);

    private static final Comparator<Cursor> NEWEST_FIRST = Comparator.comparing(Cursor::acceptedAt)
            .thenComparing(Cursor::requestId, SearchPage::asPostgres)
            .reversed();

    public SearchPage {
        requests = List.copyOf(requests);
        requireNonNull(next, "next");
    }

    /**
     * What one scan found.
     *
     * @param stoppedAt the last row it looked at, when it stopped for having looked at enough
     */
    record Found(List<Entry> requests, Optional<Cursor> stoppedAt) {}

    /** Merges scans. What is older than a place where one of them stopped is left for the next page. */
    static SearchPage of(List<Found> scans, int limit) {
        Optional<Cursor> stop =
                scans.stream().flatMap(scan -> scan.stoppedAt().stream()).min(NEWEST_FIRST);
        List<Entry> found = scans.stream()
                .flatMap(scan -> scan.requests().stream())
                .filter(entry -> stop.isEmpty() || NEWEST_FIRST.compare(Cursor.of(entry), stop.get()) <= 0)
                .sorted(Comparator.comparing(Cursor::of, NEWEST_FIRST))
                .toList();
        if (found.size() > limit) {
            List<Entry> shown = found.subList(0, limit);
            return new SearchPage(shown, Optional.of(Cursor.of(shown.get(limit - 1))), false);
        }
        return new SearchPage(found, stop, stop.isPresent());
    }

    /** Java compares the halves of a UUID as signed numbers, Postgres its bytes. */
    private static int asPostgres(RequestId one, RequestId other) {
        int high = Long.compareUnsigned(
                one.value().getMostSignificantBits(), other.value().getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(
                        one.value().getLeastSignificantBits(), other.value().getLeastSignificantBits());
    }
}
