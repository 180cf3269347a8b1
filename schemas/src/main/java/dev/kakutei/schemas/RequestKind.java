package dev.kakutei.schemas;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What is asked for: an order at a broker, or the authorisation of a payment. */
public enum RequestKind {
    ORDER("order"),
    PAYMENT("payment");

    private final String wire;

    RequestKind(String wire) {
        this.wire = wire;
    }

    @JsonValue
    public String wire() {
        return wire;
    }

    @JsonCreator
    public static RequestKind ofWire(String wire) {
        for (RequestKind kind : values()) {
            if (kind.wire.equals(wire)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no such kind of request: " + wire);
    }
}
