package dev.kakutei.simulator;

import java.util.Optional;

/** What is asked of the gateway. Keys and references of one kind mean nothing to the other. */
public enum Kind {
    ORDER("orders", GatewayStatus.FILLED),
    PAYMENT("payments", GatewayStatus.AUTHORIZED);

    private final String path;
    private final GatewayStatus success;

    Kind(String path, GatewayStatus success) {
        this.path = path;
        this.success = success;
    }

    /** The first segment of its address, without slashes. */
    public String path() {
        return path;
    }

    /** What an applied request of this kind is in the end, when nothing goes wrong. */
    public GatewayStatus success() {
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
