package dev.kakutei.relay.reconcile;

/** The outbox could not be looked at. The next look goes on from where this one began. */
public final class LookFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LookFailed(Throwable cause) {
        super("the outbox cannot be read: " + cause.getMessage(), cause);
    }
}
