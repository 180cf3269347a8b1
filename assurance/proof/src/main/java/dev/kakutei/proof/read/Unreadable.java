package dev.kakutei.proof.read;

/** Something that was to be read cannot be: what and where is in the message, for people. */
public final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Unreadable(String message) {
        super(message);
    }

    public Unreadable(String message, Throwable cause) {
        super(message, cause);
    }
}
