package dev.kakutei.sender.limit;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last calls, as many as are asked for, and how many of them failed. */
final class CallWindow {
    private final int size;
    private final Deque<CallHealth> calls = new ArrayDeque<>();
    private int failures;

    CallWindow(int size) {
        this.size = size;
    }

    void add(CallHealth health) {
        calls.addLast(health);
        failures += failure(health);
        if (calls.size() > size) {
            failures -= failure(calls.removeFirst());
        }
    }

    int failures() {
        return failures;
    }

    /** The same calls, the latest of them where there is less room. */
    CallWindow resized(int other) {
        CallWindow resized = new CallWindow(other);
        calls.forEach(resized::add);
        return resized;
    }

    private static int failure(CallHealth health) {
        return health == CallHealth.UNHEALTHY ? 1 : 0;
    }
}
