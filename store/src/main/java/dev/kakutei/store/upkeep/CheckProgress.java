package dev.kakutei.store.upkeep;

import dev.kakutei.schemas.RequestId;

/**
 * How far a check or a rebuild has come.
 *
 * @param requests looked at
 * @param differences found so far
 * @param last the last request looked at: an interrupted run goes on behind it; null before the first
 */
public record CheckProgress(long requests, long differences, RequestId last) {
    static final CheckProgress NOTHING = new CheckProgress(0, 0, null);

    CheckProgress and(int more, int found, RequestId at) {
        return new CheckProgress(requests + more, differences + found, at);
    }
}
