package dev.kakutei.operator.bulk;

import dev.kakutei.operator.search.Cursor;
import dev.kakutei.operator.search.SearchPage;
import java.time.Instant;
import java.util.Optional;

/** Finds the requests that a job concerns. */
public interface Chooser {
    /**
     * One page of them, newest first.
     *
     * @param before only what was accepted by then: what comes after a job was made is none of its business
     * @throws dev.kakutei.boot.StoreUnavailable when Postgres cannot be asked
     */
    SearchPage page(String filter, Instant before, Optional<Cursor> after);
}
