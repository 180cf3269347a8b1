package dev.kakutei.standalone.recover;

/** A recovery that cannot be done now; the message says why and what to do. Nothing has changed for the services. */
public final class RecoveryFailed extends Exception {
    private static final long serialVersionUID = 1;

    RecoveryFailed(String message) {
        super(message);
    }

    RecoveryFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
