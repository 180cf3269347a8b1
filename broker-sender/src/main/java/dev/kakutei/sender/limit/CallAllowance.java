package dev.kakutei.sender.limit;

import static java.util.Objects.requireNonNull;

/** What may begin now. */
public sealed interface CallAllowance {
    /** So many calls, at least one. */
    record Calls(int count) implements CallAllowance {
        public Calls {
            if (count < 1) {
                throw new IllegalArgumentException("at least one call, not " + count);
            }
        }
    }

    /** One call, to see whether the gateway is back. */
    record Probe() implements CallAllowance {}

    /** Nothing, and this is why. */
    record Blocked(WaitReason reason) implements CallAllowance {
        public Blocked {
            requireNonNull(reason, "reason");
        }
    }
}
