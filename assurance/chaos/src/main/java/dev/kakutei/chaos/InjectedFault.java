package dev.kakutei.chaos;

import dev.kakutei.chaos.report.FaultRecord;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * A fault that was brought in.
 *
 * @param atNanos when
 * @param healedNanos when it was healed; of two at once, when both were
 */
record InjectedFault(ChaosFault fault, FaultRecord.Overlap overlap, long atNanos, long healedNanos) {
    /** When callers were served again, of those who came after a moment; empty where that was not seen. */
    @FunctionalInterface
    interface Served {
        OptionalLong againNanos(long afterNanos);
    }

    /** In the order in which they came. */
    static List<FaultRecord> records(List<InjectedFault> all, long beganNanos, Served served) {
        List<InjectedFault> sorted = all.stream()
                .sorted(Comparator.comparingLong(one -> one.atNanos - beganNanos))
                .toList();
        return sorted.stream()
                .map(one -> one.record(
                        beganNanos,
                        served,
                        sorted.stream()
                                .mapToLong(InjectedFault::atNanos)
                                .filter(at -> at - one.healedNanos >= 0)
                                .findFirst()))
                .toList();
    }

    private FaultRecord record(long beganNanos, Served served, OptionalLong nextNanos) {
        OptionalLong after = served.againNanos(healedNanos);
        return new FaultRecord(
                fault.kind().word(),
                fault.target(),
                fault.kind().hitsProcesses(),
                overlap,
                millis(beganNanos, atNanos),
                millis(atNanos, healedNanos),
                since(atNanos, served.againNanos(atNanos)),
                since(healedNanos, after),
                nextNanos.isPresent() && (after.isEmpty() || after.getAsLong() - nextNanos.getAsLong() > 0));
    }

    private static Long since(long fromNanos, OptionalLong untilNanos) {
        return untilNanos.isEmpty() ? null : millis(fromNanos, untilNanos.getAsLong());
    }

    private static long millis(long fromNanos, long untilNanos) {
        return (untilNanos - fromNanos) / 1_000_000;
    }
}
