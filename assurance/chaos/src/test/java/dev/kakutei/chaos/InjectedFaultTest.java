package dev.kakutei.chaos;

import static dev.kakutei.chaos.report.FaultRecord.Overlap.ALONE;
import static dev.kakutei.chaos.report.FaultRecord.Overlap.FIRST_OF_TWO;
import static dev.kakutei.chaos.report.FaultRecord.Overlap.SECOND_OF_TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.kakutei.chaos.report.FaultRecord;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class InjectedFaultTest {
    /** The clock of a JVM may begin anywhere, just before it turns over, too. */
    private static final long BEGAN = Long.MAX_VALUE - Duration.ofSeconds(20).toNanos();

    @Test
    void records_oneAfterAnother_knowTheirTimesAndWhetherTheNextCameBefore() {
        // Served are those who come in the seconds 14 and 33, and no one later.
        InjectedFault.Served served = after ->
                LongStream.of(at(14), at(33)).filter(one -> one - after >= 0).findFirst();
        List<FaultRecord> records = InjectedFault.records(
                List.of(
                        injected(ChaosFault.Kind.RESET, 30, 31, SECOND_OF_TWO),
                        injected(ChaosFault.Kind.KILL, 30, 31, FIRST_OF_TWO),
                        injected(ChaosFault.Kind.DELAY, 20, 26, ALONE),
                        injected(ChaosFault.Kind.FREEZE, 10, 12, ALONE),
                        injected(ChaosFault.Kind.POSTGRES_CRASH, 40, 41, ALONE)),
                BEGAN,
                served);

        assertThat(records)
                .extracting(
                        FaultRecord::kind,
                        FaultRecord::process,
                        FaultRecord::atMillis,
                        FaultRecord::healedAfterMillis,
                        FaultRecord::outageMillis,
                        FaultRecord::recoveryMillis,
                        FaultRecord::overtaken)
                .containsExactly(
                        tuple("freeze", true, 10_000L, 2_000L, 4_000L, 2_000L, false),
                        tuple("delay", false, 20_000L, 6_000L, 13_000L, 7_000L, true),
                        tuple("reset", false, 30_000L, 1_000L, 3_000L, 2_000L, false),
                        tuple("kill", true, 30_000L, 1_000L, 3_000L, 2_000L, false),
                        tuple("postgres crash", true, 40_000L, 1_000L, null, null, false));
    }

    private static InjectedFault injected(ChaosFault.Kind kind, long from, long until, FaultRecord.Overlap overlap) {
        return new InjectedFault(new ChaosFault(kind, "target", Duration.ZERO), overlap, at(from), at(until));
    }

    private static long at(long second) {
        return BEGAN + Duration.ofSeconds(second).toNanos();
    }
}
