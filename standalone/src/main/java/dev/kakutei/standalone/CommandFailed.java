package dev.kakutei.standalone;

/** A command that could not do what it was told, in a sentence for whoever typed it. */
final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandFailed(String message) {
        super(message);
    }
}
