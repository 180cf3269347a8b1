package dev.kakutei.schemas.codec;

/** Bytes that are not the message they should be. The message says what was wrong, for a person. */
public final class Undecodable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Undecodable(String message) {
        super(message);
    }

    Undecodable(String message, Throwable cause) {
        super(message, cause);
    }
}
