package dev.kakutei.operator.stream;

import java.util.List;
import java.util.function.Consumer;

/** The connection to one caller. Never blocks, and may be used by any thread. */
public interface Pipe {
    /** Why a stream ended. */
    enum End {
        SETTLED,
        TIMEOUT,
        STOPPING,
        /** The caller does not read, and its buffer is full. */
        TOO_SLOW,
        /** The caller closed the connection. */
        GONE,
        /** The events do not fit together; it has been logged. */
        BROKEN
    }

    /** Sends frames; when the buffer is full, the pipe ends as {@link End#TOO_SLOW}. */
    void send(List<Frame> frames);

    /** Ends the pipe, after what was sent before. Only the first end counts. */
    void end(End end);

    /** The listener is called once, at the very end. */
    void whenEnded(Consumer<End> listener);
}
