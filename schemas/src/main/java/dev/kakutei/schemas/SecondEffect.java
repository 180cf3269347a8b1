package dev.kakutei.schemas;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Whether a person accepts that a gateway may act twice on one request. On the wire {@code true}; what was not accepted is
 * absent, as in every message from before there was a question.
 */
public enum SecondEffect {
    ACCEPTED;

    @JsonValue
    boolean wire() {
        return true;
    }

    /** Null for what was not accepted. */
    @JsonCreator
    static SecondEffect ofWire(boolean accepted) {
        return accepted ? ACCEPTED : null;
    }
}
