package dev.kakutei.operator.http;

import dev.kakutei.http.Problem;
import dev.kakutei.http.Refused;
import dev.kakutei.operator.search.SearchPage;
import dev.kakutei.operator.search.SearchTimedOut;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What a caller is answered whose search has failed. */
final class SearchProblems {
    private SearchProblems() {}

    /** A search that took too long is refused; any other failure stays what it is. */
    static CompletableFuture<SearchPage> of(CompletableFuture<SearchPage> search) {
        return search.exceptionallyCompose(failure ->
                CompletableFuture.failedFuture(isTimeout(failure) ? new Refused(Problem.searchTooCostly()) : failure));
    }

    private static boolean isTimeout(Throwable failure) {
        return failure instanceof SearchTimedOut
                || (failure instanceof CompletionException && failure.getCause() instanceof SearchTimedOut);
    }
}
