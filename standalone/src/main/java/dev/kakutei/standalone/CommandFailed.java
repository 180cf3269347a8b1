package dev.kakutei.standalone;

/** A command that could not do what it was told, in a sentence for whoever typed it. */
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
