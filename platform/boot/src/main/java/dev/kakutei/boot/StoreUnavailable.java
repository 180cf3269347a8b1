package dev.kakutei.boot;

/** Postgres could not be queried. */
public final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailable(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
