package dev.kakutei.simulator;

/** The connection a request came by. Exactly one of the two is called, once, and neither waits. */
interface Exchange {
    void answer(HttpAnswer answer);

    /** Closes without a byte. */
    void drop();
}
