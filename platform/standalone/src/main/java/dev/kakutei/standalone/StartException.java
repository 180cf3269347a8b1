package dev.kakutei.standalone;

/** Something that keeps Kakutei from starting and that its user can fix: reported in one sentence, without a stack. */
public final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message);
    }

    StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
