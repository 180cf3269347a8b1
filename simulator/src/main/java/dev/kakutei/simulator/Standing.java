package dev.kakutei.simulator;

/** How a post stands to its Idempotency-Key at the moment of receipt. */
enum Standing {
    /** No key, a new key, a forgotten key; or the behaviour fails before any key is looked at. */
    FREE,
    /** Something was decided under the key for the same body: told again, never done again. */
    REPLAY,
    /** The key belongs to another body: 422. */
    KEY_REUSED,
    /** The first post with this key is not decided yet: 409. */
    KEY_IN_PROGRESS;

    Answer conflict() {
        return switch (this) {
            case KEY_REUSED -> Answer.value(422, Answer.errorBody("idempotency_key_reused"));
            case KEY_IN_PROGRESS -> Answer.value(409, Answer.errorBody("idempotency_key_in_progress"));
            case FREE, REPLAY -> throw new IllegalStateException(this + " is no conflict");
        };
    }
}
