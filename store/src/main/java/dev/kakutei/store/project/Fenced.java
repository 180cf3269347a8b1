package dev.kakutei.store.project;

/** Another instance has advanced the stored offset; what this one read is already written, or will be. */
final class Fenced extends Exception {
    private static final long serialVersionUID = 1L;

    Fenced(Advance advance) {
        super("the stored offset of " + advance.partition() + " is no longer " + advance.from());
    }
}
