package dev.kakutei.relay.reconcile;

/** The outbox could not be read. The next run continues from where this one began. */
public final class ReconcileFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReconcileFailed(Throwable cause) {
        super("the outbox cannot be read: " + cause.getMessage(), cause);
    }
}
