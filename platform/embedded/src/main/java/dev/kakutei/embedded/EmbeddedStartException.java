package dev.kakutei.embedded;

/** A server could not be started or stopped; the message names the port, folder or program at fault. */
public final class EmbeddedStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EmbeddedStartException(String message) {
        super(message);
    }

    EmbeddedStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
