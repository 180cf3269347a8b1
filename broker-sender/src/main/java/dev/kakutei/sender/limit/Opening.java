package dev.kakutei.sender.limit;

import static java.util.Objects.requireNonNull;

/** What may begin now. */
public sealed interface Opening {
    /** So many calls, at least one. */
    record Calls(int count) implements Opening {
        public Calls {
            if (count < 1) {
                throw new IllegalArgumentException("at least one call, not " + count);
            }
        }
    }

    /** One call, to see whether the gateway is back. */
    record Probe() implements Opening {}

    /** Nothing, and this is why. */
    record Shut(Hold hold) implements Opening {
        public Shut {
            requireNonNull(hold, "hold");
        }
    }
}
