package dev.kakutei.boot.renew;

/** Something is missing or cannot be used. The message never holds any of what was read. */
public final class UnusableValue extends Exception {
    private static final long serialVersionUID = 1L;

    public UnusableValue(String message) {
        super(message, null, false, false);
    }
}
