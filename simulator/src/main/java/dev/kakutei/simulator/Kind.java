package dev.kakutei.simulator;

import java.util.Optional;

/** What is asked of the gateway. Keys and references of one kind mean nothing to the other. */
public enum Kind {
    ORDER("orders", Status.FILLED),
    PAYMENT("payments", Status.AUTHORIZED);

    private final String path;
    private final Status success;

    Kind(String path, Status success) {
        this.path = path;
        this.success = success;
    }

    /** The first segment of its address, without slashes. */
    public String path() {
        return path;
    }

    /** What an applied request of this kind is in the end, when nothing goes wrong. */
    public Status success() {
        return success;
    }

    static Optional<Kind> ofPath(String segment) {
        for (Kind kind : values()) {
            if (kind.path.equals(segment)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
