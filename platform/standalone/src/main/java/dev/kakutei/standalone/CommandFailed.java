package dev.kakutei.standalone;

/** A command that failed, with a sentence for the person who typed it. */
public final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public CommandFailed(String message) {
        this(message, 1);
    }

    public CommandFailed(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
