package dev.kakutei.ingest.upkeep;

import dev.kakutei.schemas.RequestId;

/**
 * How far a check or a rebuild has come.
 *
 * @param requests looked at
 * @param differences found so far
 * @param last the last request looked at: a run that was broken off goes on behind it; null before the first
 */
public record Passed(long requests, long differences, RequestId last) {
    static final Passed NOTHING = new Passed(0, 0, null);

    Passed and(int more, int found, RequestId at) {
        return new Passed(requests + more, differences + found, at);
    }
}
