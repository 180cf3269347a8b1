package dev.kakutei.ingest.search;

/** Postgres gave a search up for taking too long. */
public final class TooCostly extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooCostly(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
