package dev.kakutei.simulator;

/** The connection a request came by. Exactly one of the two is called, once, and neither waits. */
interface Wire {
    void answer(Answer answer);

    /** Closes without a byte. */
    void drop();
}
