package dev.kakutei.sender.gateway;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/** What one call brought back, before it is classified. */
sealed interface Reply {
    long elapsedMillis();

    /**
     * An answer.
     *
     * @param headers names in lower case; of several with one name, the first
     * @param body never longer than the limit of the call; see {@code extent}
     */
    record Answered(int status, Map<String, String> headers, byte[] body, Extent extent, long elapsedMillis)
            implements Reply {
        public Answered {
            headers = Map.copyOf(headers);
            requireNonNull(body, "body");
            requireNonNull(extent, "extent");
        }
    }

    /**
     * No answer, or not a whole one.
     *
     * @param status what the answer's first line said before it broke off; 0 where none came
     */
    record Failed(Failure failure, int status, String detail, long elapsedMillis) implements Reply {
        public Failed {
            requireNonNull(failure, "failure");
        }
    }

    /** Whether a body is all that was sent. */
    enum Extent {
        WHOLE,
        /** Longer than we care to read; the connection was given up. */
        CUT_OFF
    }
}
