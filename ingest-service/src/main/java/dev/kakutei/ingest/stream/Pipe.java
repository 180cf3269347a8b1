package dev.kakutei.ingest.stream;

import java.util.List;
import java.util.function.Consumer;

/** The way to one caller. Never waits, and may be used by any thread. */
public interface Pipe {
    /** Why a stream came to its end. */
    enum End {
        SETTLED,
        TIMEOUT,
        STOPPING,
        /** The caller does not read, and its buffer is full. */
        TOO_SLOW,
        /** The caller went away. */
        GONE,
        /** The events do not fit together; it has been logged. */
        BROKEN
    }

    /** Hands frames over; what does not fit any more ends the pipe as {@link End#TOO_SLOW}. */
    void send(List<Frame> frames);

    /** Ends the pipe, after what was handed over before. Only the first end counts. */
    void end(End end);

    /** The listener is told once, at the very end. */
    void whenEnded(Consumer<End> listener);
}
