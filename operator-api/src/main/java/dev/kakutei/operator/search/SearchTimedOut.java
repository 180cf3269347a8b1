package dev.kakutei.operator.search;

/** Postgres cancelled a search because it took too long. */
public final class SearchTimedOut extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SearchTimedOut(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
