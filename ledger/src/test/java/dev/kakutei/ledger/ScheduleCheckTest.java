package dev.kakutei.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.NotFoundTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the check of a gateway file computes of a schedule is what the ledger does by it. */
class ScheduleCheckTest {
    private static final Duration CALLER_WAITS = Duration.between(Histories.START, Histories.DEADLINE);

    @Test
    void course_anySchedule_isWhatTheLedgerDoes() {
        Random random = new Random(27);
        int believed = 0;
        for (int round = 0; round < 2_000; round++) {
            GatewayPolicy policy = policy(random);
            // While it is sent: later, the ledger itself would take it for silent.
            Duration unknownAfter = Duration.ofMillis(random.nextInt(30_000));
            NotFoundTiming.Course course = policy.notFoundTiming().course(CALLER_WAITS, unknownAfter);

            RequestRun run = RequestRun.begun(policy).pass(unknownAfter).attemptEnded(Observations.UNKNOWN);
            while (run.status() == Status.VERIFYING) {
                run.timer().found(Finding.NOT_FOUND);
            }

            assertThat(run.status())
                    .as("%s, unknown after %s: %s", policy, unknownAfter, course)
                    .isEqualTo(course.believed() ? Status.FAILED : Status.VERIFICATION_FAILED);
            assertThat(run.entry().inquiries().lastAt()).isEqualTo(Histories.START.plus(course.lastAsked()));
            believed += course.believed() ? 1 : 0;
        }
        assertThat(believed).as("both ends are met").isBetween(200, 1_800);
    }

    private static GatewayPolicy policy(Random random) {
        List<Duration> after = new ArrayList<>();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            after.add(Duration.ofMillis(1 + random.nextInt(60_000)));
        }
        GatewayPolicy plain = Policies.QUERYABLE;
        return new GatewayPolicy(
                plain.gatewayClass(),
                plain.asking(),
                plain.keyMemory(),
                Duration.ofMillis(100 + random.nextInt(40_000)),
                Duration.ofMillis(1 + random.nextInt(60_000)),
                plain.retry(),
                new Gateway.Verification(
                        after,
                        Duration.ofMillis(random.nextInt(30_000)),
                        1 + random.nextInt(3),
                        Gateway.NotFound.FAIL));
    }
}
