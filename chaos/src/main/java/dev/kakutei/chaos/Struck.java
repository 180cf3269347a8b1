package dev.kakutei.chaos;

import java.util.OptionalLong;

/**
 * A fault that was brought in.
 *
 * @param atNanos when
 * @param healedNanos when it was healed
 * @param alone whether no other fault was there meanwhile
 */
record Struck(Fault fault, long atNanos, long healedNanos, boolean alone) {
    /** From the fault until callers are served as before, in milliseconds. */
    OptionalLong outageMillis(Probes probes) {
        OptionalLong served = probes.servedAgain(atNanos);
        return served.isEmpty() ? served : OptionalLong.of((served.getAsLong() - atNanos) / 1_000_000);
    }

    /** From its healing. */
    OptionalLong recoveryMillis(Probes probes) {
        OptionalLong served = probes.servedAgain(healedNanos);
        return served.isEmpty() ? served : OptionalLong.of((served.getAsLong() - healedNanos) / 1_000_000);
    }
}
