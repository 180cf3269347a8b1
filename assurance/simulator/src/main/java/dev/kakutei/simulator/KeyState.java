package dev.kakutei.simulator;

/** The state of a post's Idempotency-Key at the moment of receipt. */
enum KeyState {
    /** No key, a new key, an expired key; or the behaviour fails before any key is looked at. */
    FREE,
    /** Something was decided under the key for the same body: answered again, never done again. */
    REPLAY,
    /** The key belongs to another body: 422. */
    KEY_REUSED,
    /** The first post with this key is not decided yet: 409. */
    KEY_IN_PROGRESS;

    HttpAnswer conflict() {
        return switch (this) {
            case KEY_REUSED -> HttpAnswer.value(422, HttpAnswer.errorBody("idempotency_key_reused"));
            case KEY_IN_PROGRESS -> HttpAnswer.value(409, HttpAnswer.errorBody("idempotency_key_in_progress"));
            case FREE, REPLAY -> throw new IllegalStateException(this + " is no conflict");
        };
    }
}
