package dev.kakutei.simulator;

import java.util.Optional;

/** What is asked of the gateway. Keys and references of one kind mean nothing to the other. */
public enum Kind {
    ORDER("orders", GatewayStatus.FILLED, "order_rejected"),
    PAYMENT("payments", GatewayStatus.AUTHORIZED, "card_declined");

    private final String path;
    private final GatewayStatus success;
    private final String declined;

    Kind(String path, GatewayStatus success, String declined) {
        this.path = path;
        this.success = success;
        this.declined = declined;
    }

    /** The first segment of its address, without slashes. */
    public String path() {
        return path;
    }

    /** What an applied request of this kind is in the end, when nothing goes wrong. */
    public GatewayStatus success() {
        return success;
    }

    /** The code of the error with which it is declined. */
    String declined() {
        return declined;
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
